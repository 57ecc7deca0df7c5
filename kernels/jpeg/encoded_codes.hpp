// The symbols of blocks that are encoded: how often they occur, and their codes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/jpeg/jpeg.h"

namespace lodestone::kernels {

using JpegCounts = std::array<std::uint64_t, 256>;  // of symbols
struct JpegSymbolCounts {
  std::array<JpegCounts, MAGICK_ACCELERATE_JPEG_CODES> dc{}, ac{};
  void Add(const JpegSymbolCounts& other);
};

// By symbol: the code, room for the value's bits behind it, and five bits for the length of both.
using JpegCodeTable = std::array<std::uint32_t, 256>;
struct JpegCodeTables {
  explicit JpegCodeTables(const MagickAccelerateEncoding& encoding);
  std::array<JpegCodeTable, MAGICK_ACCELERATE_JPEG_CODES> dc, ac;
};

}  // namespace lodestone::kernels
