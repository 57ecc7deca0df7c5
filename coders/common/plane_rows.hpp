// Rows of samples that lie plane by plane.
#pragma once

#include <array>

#include "coders/common/samples.hpp"

namespace lodestone::coders {

using PlaneRow = std::array<const std::uint8_t*, 5>;  // a row of each plane
using MutablePlaneRow = std::array<std::uint8_t*, 5>;

// As ImportRow and ExportRow. `format` is that of the samples if they lay pixel by pixel; it has
// two channels or more.
void ImportPlanes(const SampleFormat& format, const PlaneRow& planes, std::size_t count,
                  PixelPacket* pixels, IndexPacket* indexes);
void ExportPlanes(const SampleFormat& format, const PixelPacket* pixels, const IndexPacket* indexes,
                  std::size_t count, bool matte, const MutablePlaneRow& planes);

// Rows of `row_bytes` each, the first of which is at `first`.
inline PlaneRow PlanesFrom(const std::uint8_t* first, std::size_t row_bytes) {
  PlaneRow planes;
  for (std::size_t i = 0; i < planes.size(); ++i) planes[i] = first + i * row_bytes;
  return planes;
}
inline MutablePlaneRow PlanesFrom(std::uint8_t* first, std::size_t row_bytes) {
  MutablePlaneRow planes;
  for (std::size_t i = 0; i < planes.size(); ++i) planes[i] = first + i * row_bytes;
  return planes;
}

}  // namespace lodestone::coders
