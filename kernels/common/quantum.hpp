// The pixel type that the kernels are built for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/common/numeric.h"

namespace lodestone::kernels {

using QuantumSample = std::conditional_t<LS_QUANTUM_DEPTH == 8, std::uint8_t, std::uint16_t>;

inline constexpr unsigned kQuantumMax = LS_QUANTUM_DEPTH == 8 ? 255u : 65535u;
inline constexpr std::size_t kChannels = 4;  // three colours, then opacity

// The meaning of a pixel's samples; numbered as MagickAccelerateChannels.
enum class Channels {
  kOpaque,    // three colours and opacity, which is 0 in the result
  kWeighted,  // colours are weighted by alpha
  kPlain,     // four samples, all treated alike
  kGrey       // one sample per pixel, in memory too
};

constexpr std::size_t SamplesOf(Channels channels) {
  return channels == Channels::kGrey ? 1 : kChannels;
}

// Rows of pixels in host memory. Not owned.
template <class Sample>
struct PixelView {
  Sample* data = nullptr;
  std::size_t columns = 0, rows = 0;
  std::size_t stride = 0;  // samples from row to row

  Sample* Row(std::size_t y) const { return data + y * stride; }
};

// Whether a result is so large that no cache would hold it until it is read.
constexpr bool BypassesCaches(std::size_t bytes) {
  constexpr std::size_t kLarge = std::size_t{16} << 20;
  return bytes >= kLarge;
}

using SourceView = PixelView<const QuantumSample>;
using DestinationView = PixelView<QuantumSample>;

// One call of an operation: what it reads and writes, and the arguments of its family.
template <class Arguments>
struct Work {
  SourceView source;
  DestinationView destination;
  Channels channels;
  const Arguments& rule;
};

}  // namespace lodestone::kernels
