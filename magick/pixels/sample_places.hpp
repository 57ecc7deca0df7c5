// Where the samples of a packet are in memory, counted in samples.
#pragma once

#include <cstddef>

#include "magick/image.h"

namespace lodestone {

constexpr std::size_t SampleAt(std::size_t offset) {
  return offset / sizeof(Quantum);
}
inline constexpr std::size_t kRed = SampleAt(offsetof(PixelPacket, red));
inline constexpr std::size_t kGreen = SampleAt(offsetof(PixelPacket, green));
inline constexpr std::size_t kBlue = SampleAt(offsetof(PixelPacket, blue));
inline constexpr std::size_t kOpacity = SampleAt(offsetof(PixelPacket, opacity));

}  // namespace lodestone
