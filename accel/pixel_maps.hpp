// The maps of operations whose results are copies of source pixels.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel {

// Entries are columns and rows of the source, or MAGICK_ACCELERATE_CONSTANT.
struct PixelMaps {
  const std::uint32_t *columns, *rows;
  std::uint64_t column_count, row_count;
  const std::uint16_t* constant;  // four samples
};

// Of an operation for which CopiesPixels holds. Views of the work's tables.
PixelMaps MapsOf(const MagickAccelerateWork& work);

}  // namespace lodestone::accel
