// Photo CD: an image in several resolutions, the larger ones as differences from smaller ones.
#pragma once

#include <array>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::size_t kPcdSector = 2048;
inline constexpr std::size_t kPcdTurnAt = 3586;  // the byte that says how to turn the image

struct PcdPlane {
  std::size_t columns = 0, rows = 0;
  std::vector<std::uint8_t> samples;

  PcdPlane() = default;
  PcdPlane(std::size_t columns_, std::size_t rows_)
      : columns(columns_), rows(rows_), samples(columns_ * rows_) {}
  std::uint8_t* Row(std::size_t y) { return samples.data() + y * columns; }
  const std::uint8_t* Row(std::size_t y) const { return samples.data() + y * columns; }
};

// Luma, and two chroma planes of half its sides.
using PcdPlanes = std::array<PcdPlane, 3>;

// Of twice the sides, with means between the samples.
PcdPlane Doubled(const PcdPlane& plane);

// Adds the differences that begin at `at` to planes of that size: with `tables` 1 to luma alone,
// with 3 to all. Returns where they end. Differences that are damaged are left out, and *damaged is
// set; those that are cut off fail.
std::size_t AddPcdDifferences(ByteSpan file, std::size_t at, std::size_t tables, PcdPlanes& planes,
                              bool* damaged);

Image* ReadPcd(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WritePcd(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
