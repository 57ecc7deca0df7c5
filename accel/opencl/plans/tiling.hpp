// How a kernel launch is cut into work-groups, and how much local memory each takes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

// What the device and the compiled kernel allow.
struct TileLimits {
  size_t group_items = 1;                    // work-items a group
  size_t group_columns = 1, group_rows = 1;  // and in each direction
  uint64_t local_bytes = 0;                  // at least one cell
  uint64_t cell_bytes = 16;                  // CellBytes of the work
};

struct Tile {
  size_t group_columns = 1, group_rows = 1;
  uint32_t capacity = 0;  // what the kernels call capacity: pixels (or rows) loaded at a time
  uint64_t local_bytes = 0;
};

// Length of the longest piece of the input under `outputs` neighbouring outputs from a multiple of
// `outputs` on.
uint64_t LongestSpan(const MagickAccelerateAxis& axis, size_t outputs);

// Pixels of local memory that a row of the tile takes: LS_PITCH of passes.clh.
uint64_t PitchOf(uint64_t capacity);

// For kernels whose tile is a piece of each row: the horizontal pass.
Tile TileAlongRows(const MagickAccelerateAxis& axis, const TileLimits& limits);

// For the vertical pass.
Tile TileAlongColumns(const MagickAccelerateAxis& axis, uint32_t columns, const TileLimits& limits);

// On processors a group of this width is one loop. The shape is fixed because drivers for
// processors compile anew for every shape.
constexpr size_t kPlainColumns = 64;

// For kernels without local memory, with groups of so many work-items at most.
Tile TileWithoutLocal(const TileLimits& limits, size_t items = kPlainColumns);

}  // namespace lodestone::accel::opencl
