// The inverse cosine transform of JPEG blocks as libjpeg-turbo's "islow", at four sizes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/jpeg/entropy.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::kernels {

// Coefficients of a block, dequantized, in rows.
struct alignas(16) JpegTile {
  std::int16_t values[kJpegBlock] = {};
};

inline constexpr std::uint8_t kJpegNatural[kJpegBlock] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// The samples of blocks into the planes of the layout. False: a number left 16 bits, so that
// libjpeg-turbo would give other samples.
bool TransformJpegBlocks(const JpegFrame& frame, const JpegLayout& layout, const JpegBlocks& blocks,
                         std::uint8_t* planes);

// The sample of a block without other coefficients.
constexpr std::uint8_t JpegFlatSample(int dc) {
  const int sample = ((dc + 4) >> 3) + 128;
  return static_cast<std::uint8_t>(sample < 0 ? 0 : sample > 255 ? 255 : sample);
}

}  // namespace lodestone::kernels
