// The image between two passes is made in bands of rows, so that it stays small enough for the
// device's cache and memory.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

// Only resizing knows both orders.
inline bool VerticalFirst(const MagickAccelerateWork& work) {
  return work.operation != MagickAccelerateResize || work.vertical_first != 0;
}

// Rows of the destination made at a time when `rows` are wanted; every band but the last has as
// many.
uint32_t BandRows(const MagickAccelerateWork& work, uint32_t rows, uint64_t band_bytes);

// Size of the image between the passes that the tallest band of so many rows needs.
struct BetweenSize {
  uint64_t columns, rows, bytes;  // bytes is UINT64_MAX when too large to count
};
BetweenSize BetweenSizeOf(const MagickAccelerateWork& work, uint32_t band_rows);

}  // namespace lodestone::accel::opencl
