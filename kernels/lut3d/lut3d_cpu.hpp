// Colours looked up in a cube that an image holds.
#pragma once

#include <cstdint>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Corners along an edge of the cube: the square of the level, whose cube is the side of the image.
// 0 if the image is no such one.
constexpr std::uint32_t Lut3dSize(std::uint64_t columns, std::uint64_t rows) {
  constexpr std::uint64_t kMostLevel = 256;  // places along an edge fit into 32 bits
  if (columns != rows) return 0;
  for (std::uint64_t level = 2; level <= kMostLevel; ++level)
    if (level * level * level >= columns)
      return level * level * level == columns ? static_cast<std::uint32_t>(level * level) : 0;
  return 0;
}

struct Lut3dWork {
  SourceView source;  // of four samples a pixel
  DestinationView destination;
  SourceView cube;  // an image with a Lut3dSize; rows without gaps
};

// Computes destination rows [begin, end), which may be the source's. The fourth sample stays.
void Lut3dBand(const Lut3dWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
