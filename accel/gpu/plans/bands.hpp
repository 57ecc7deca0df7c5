// The intermediate image is computed in bands of rows, so that it stays small enough for the
// device's cache and memory.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::gpu {

// Destination rows computed at a time if `rows` are requested; every band but the last has this
// many.
uint32_t PassBandRows(const MagickAccelerateWork& work, uint32_t rows, uint64_t band_bytes);

// Size of the intermediate image for the tallest band of this many rows.
struct IntermediateSize {
  uint64_t columns, rows, bytes;  // bytes is UINT64_MAX on overflow
};
IntermediateSize IntermediateSizeOf(const MagickAccelerateWork& work, uint32_t band_rows);

}  // namespace lodestone::accel::gpu
