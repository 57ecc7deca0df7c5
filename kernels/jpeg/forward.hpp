// The cosine transform of JPEG blocks as libjpeg-turbo's "islow", and quantization.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/jpeg/encoded_mcus.hpp"
#include "kernels/jpeg/encoded_samples.hpp"
#include "kernels/jpeg/jpeg.h"
#include "kernels/jpeg/transform.hpp"

namespace lodestone::kernels {

// Division by the quanta of one component, eight times as large as the transform is: of n below
// 2^15, (n + bias) * reciprocal >> 16, times scale, >> 16.
struct alignas(16) JpegDivisors {
  explicit JpegDivisors(const MagickAccelerateEncodedComponent& component);
  std::uint16_t bias[kJpegBlock], reciprocal[kJpegBlock], scale[kJpegBlock];
};

// Quantized blocks of a chunk, in the order of its mcus. Rows of four blocks lie side by side.
struct JpegChunkBlocks {
  static constexpr std::size_t kGroup = 4;
  std::int16_t* coefficients;
  std::uint64_t* others;  // which coefficients, the first one excepted, are not 0, in zigzag order

  std::int16_t* Block(std::size_t i) const {
    return coefficients + i / kGroup * kGroup * kJpegBlock + i % kGroup * 8;
  }
  // Of a coefficient in zigzag order, from its block on.
  static constexpr std::size_t PlaceOf(std::size_t zigzag) {
    return kJpegNatural[zigzag] / 8 * 8 * kGroup + kJpegNatural[zigzag] % 8;
  }
};

// All blocks of the chunk, those included that only fill up its MCUs.
void TransformJpegChunk(const JpegMcus& mcus, const JpegChunk& chunk, const JpegDivisors* divisors,
                        const std::uint8_t* samples, const JpegChunkBlocks& blocks);

}  // namespace lodestone::kernels
