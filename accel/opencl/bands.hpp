// Work is done in bands of rows: the image between two passes stays small enough for the device's
// cache and memory, and the caller hears of progress and may cancel.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

// Of the image between the passes, unless a test wants it otherwise.
constexpr uint64_t kBandBytes = 16 << 20;

// Rows of the destination made at a time; every band but the last has as many.
uint32_t BandRows(const MagickAccelerateWork& work, uint64_t band_bytes);

// Size of the image between the passes of a resize (of nothing otherwise) that the tallest band of
// so many rows needs.
struct BetweenSize {
  uint64_t columns, rows, bytes;  // bytes is UINT64_MAX when too large to count
};
BetweenSize BetweenSizeOf(const MagickAccelerateWork& work, uint32_t band_rows);

}  // namespace lodestone::accel::opencl
