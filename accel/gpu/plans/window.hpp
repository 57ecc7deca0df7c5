// Operations on neighbourhoods: the window of source pixels that each pixel is computed from, and
// the border that windows reach into.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::gpu {

// The smallest window that contains everything the pixel at (0, 0) is computed from.
struct Window {
  int64_t left = 0, top = 0;
  uint64_t columns = 1, rows = 1;
};
// Of an operation with a border.
Window WindowOf(const MagickAccelerateWork& work);

// Entries of the border's maps.
uint64_t VirtualColumns(const MagickAccelerateWork& work);
uint64_t VirtualRows(const MagickAccelerateWork& work);

// How a kernel reads the source.
enum class WindowStrategy {
  kDirect,    // reads what it needs
  kStrips,    // one work-item loads it first
  kTile,      // a group loads it first
  kDense,     // for whole matrices, as many rows at a time as there is room for
  kUnrolled,  // for whole matrices of a known order
};

// How a kernel divides the destination into tiles, one per group.
struct WindowTile {
  const char* kernel = nullptr;
  WindowStrategy strategy = WindowStrategy::kDirect;
  uint32_t group_columns = 0, group_rows = 0;  // work-items; 0: the driver's default
  uint32_t columns = 1, rows = 1;              // of the destination, per group
  uint32_t pitch = 0;                          // cells from row to row of its local memory
  uint32_t chunk = 0;                          // rows of the window that fit into it
  uint64_t local_bytes = 0;
};

}  // namespace lodestone::accel::gpu
