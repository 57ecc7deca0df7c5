// Where the samples of a packet are in memory, counted in samples.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/luma_weights.h"
#include "magick/image.h"

namespace lodestone {

constexpr std::size_t SampleAt(std::size_t offset) {
  return offset / sizeof(Quantum);
}
inline constexpr std::size_t kRed = SampleAt(offsetof(PixelPacket, red));
inline constexpr std::size_t kGreen = SampleAt(offsetof(PixelPacket, green));
inline constexpr std::size_t kBlue = SampleAt(offsetof(PixelPacket, blue));
inline constexpr std::size_t kOpacity = SampleAt(offsetof(PixelPacket, opacity));

// Of each sample of a packet in its intensity, PixelIntensityToQuantum.
inline void SetIntensityWeights(std::uint32_t* weights) {
  weights[kRed] = LS_RED_PARTS;
  weights[kGreen] = LS_GREEN_PARTS;
  weights[kBlue] = LS_BLUE_PARTS;
}

}  // namespace lodestone
