#include "kernels/lut3d/lut3d_cpu.hpp"

#include <bit>

namespace lodestone::kernels {
namespace {

using LsUnsigned = std::uint32_t;
using LsLong = std::uint64_t;
using LsLut3d = const QuantumSample*;

struct LsColor {
  LsUnsigned red, green, blue;
};

// Where the colours are in a pixel.
constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr std::size_t kRed = kLittle ? 2 : 0, kGreen = 1, kBlue = kLittle ? 0 : 2, kOpacity = 3;

inline LsColor LsCorner(LsLut3d cube, LsLong index) {
  const QuantumSample* const pixel = cube + index * kChannels;
  return {pixel[kRed], pixel[kGreen], pixel[kBlue]};
}

#define LS_SHARED inline
#include "kernels/lut3d/lut3d.h"
#undef LS_SHARED

}  // namespace

void Lut3dBand(const Lut3dWork& work, std::size_t begin, std::size_t end) {
  const LsUnsigned side = Lut3dSize(work.cube.columns, work.cube.rows);
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* in = work.source.Row(y);
    QuantumSample* out = work.destination.Row(y);
    for (std::size_t x = 0; x < work.destination.columns; ++x, in += kChannels, out += kChannels) {
      const QuantumSample opacity = in[kOpacity];
      const LsColor color = LsInLut3d(work.cube.data, side, LsCorner(in, 0));
      out[kRed] = static_cast<QuantumSample>(color.red);
      out[kGreen] = static_cast<QuantumSample>(color.green);
      out[kBlue] = static_cast<QuantumSample>(color.blue);
      out[kOpacity] = opacity;
    }
  }
}

}  // namespace lodestone::kernels
