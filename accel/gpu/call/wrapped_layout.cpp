#include "accel/gpu/call/wrapped_layout.hpp"

#include <string>

#include "accel/gpu/problem.hpp"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
namespace {

constexpr size_t kMaxSamples = 4, kMaxSampleBytes = 2;
// Some kernels read four pixels at once where rows begin at multiples of that.
constexpr size_t kAlignment = LS_QUAD * kMaxSamples * kMaxSampleBytes;

void Require(bool holds, const std::string& rule) {
  if (!holds) throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, rule);
}

}  // namespace

WrappedLayout LayoutOf(const MagickAccelerateDevicePixels& pixels) {
  constexpr uint64_t kMaxSide = INT32_MAX;
  Require(pixels.sample_bits == 8 || pixels.sample_bits == 16, "samples are not of 8 or 16 bits");
  Require(pixels.columns > 0 && pixels.rows > 0, "no pixels");
  Require(pixels.columns <= kMaxSide && pixels.rows <= kMaxSide,
          "a side is longer than 2147483647 pixels");
  WrappedLayout layout{};
  layout.address = reinterpret_cast<uintptr_t>(pixels.data);
  layout.pixel_bytes =
      pixels.sample_bits / 8 * (pixels.channels == MagickAccelerateGrey ? 1 : kMaxSamples);
  const uint64_t row_bytes = uint64_t{pixels.columns} * layout.pixel_bytes;
  layout.stride_bytes = pixels.stride_bytes ? pixels.stride_bytes : row_bytes;
  Require(layout.address != 0 && layout.address % kAlignment == 0,
          "the address is not a multiple of " + std::to_string(kAlignment) + " bytes");
  Require(layout.stride_bytes >= row_bytes, "rows are longer than the distance between them");
  Require(layout.stride_bytes % layout.pixel_bytes == 0,
          "the distance between rows is not a multiple of a pixel, " +
              std::to_string(layout.pixel_bytes) + " bytes");
  Require(layout.stride_bytes / layout.pixel_bytes <= kMaxSide &&
              !__builtin_mul_overflow(layout.stride_bytes, pixels.rows - 1, &layout.bytes) &&
              layout.bytes <= UINTPTR_MAX - layout.address - row_bytes,
          "the memory is larger than what has addresses");
  layout.bytes += row_bytes;
  return layout;
}

}  // namespace lodestone::accel::gpu
