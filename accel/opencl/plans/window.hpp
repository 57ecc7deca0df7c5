// Operations on the surroundings of a pixel: the window of source pixels that each pixel is made
// of, and the border that windows reach into.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

// Sums over a list of taps.
bool HasTaps(MagickAccelerateOperation operation);
// Goes through the maps of a border.
bool HasBorder(MagickAccelerateOperation operation);

// The smallest window that everything lies in which the pixel at (0, 0) is made of.
struct Window {
  int64_t left = 0, top = 0;
  uint64_t columns = 1, rows = 1;
};
// Of an operation with a border.
Window WindowOf(const MagickAccelerateWork& work);

// Entries of the border's maps.
uint64_t VirtualColumns(const MagickAccelerateWork& work);
uint64_t VirtualRows(const MagickAccelerateWork& work);

// What a kernel does with the source.
enum class WindowWay {
  kDirect,    // reads what it needs
  kImage,     // from an image object
  kStrips,    // brings it in first, by one work-item
  kTile,      // by a group
  kDense,     // for whole matrices, as many rows at a time as there is room for
  kUnrolled,  // for whole matrices of a known order
};

// How a kernel makes the sink in pieces, each by a group.
struct WindowTile {
  const char* kernel = nullptr;
  WindowWay way = WindowWay::kDirect;
  uint32_t group_columns = 0, group_rows = 0;  // work-items; 0: as the device likes
  uint32_t columns = 1, rows = 1;              // of the sink, by each group
  uint32_t pitch = 0;                          // cells from row to row of its local memory
  uint32_t chunk = 0;                          // rows of the window that it has room for
  uint64_t local_bytes = 0;
};

}  // namespace lodestone::accel::opencl
