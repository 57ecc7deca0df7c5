// How a kernel launch is divided into work-groups, and how much local memory each needs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::gpu {

// Limits of the device and the compiled kernel.
struct TileLimits {
  size_t group_items = 1;                    // work-items a group
  size_t group_columns = 1, group_rows = 1;  // and in each direction
  uint64_t local_bytes = 0;                  // at least one pixel
  uint64_t pixel_bytes = 16;                 // as they are in local memory
};

struct Tile {
  size_t group_columns = 1, group_rows = 1;
  uint32_t capacity = 0;  // what the kernels call capacity: pixels of a row loaded at a time
  uint64_t local_bytes = 0;
};

// Length of the longest range of inputs under `outputs` neighbouring outputs, starting at a
// multiple of `outputs`.
uint64_t MaxSpan(const MagickAccelerateAxis& axis, size_t outputs);

// Pixels of local memory that a row of the tile takes: LS_PITCH of passes.clh.
uint64_t PitchOf(uint64_t capacity);

// For the horizontal pass of pass_kernels.clh: work-items that sum quads of a row.
Tile TileOfQuads(const MagickAccelerateAxis& axis, const TileLimits& limits);

// For its vertical pass: work-items that sum quads of a column, without local memory.
Tile TileOfColumns(uint32_t columns, const TileLimits& limits);

// On CPUs a group of this width is one loop. The shape is fixed because CPU drivers recompile for
// every shape.
constexpr size_t kPlainColumns = 64;

// For kernels without local memory, with groups of at most this many work-items.
Tile TileWithoutLocal(const TileLimits& limits, size_t items = kPlainColumns);

}  // namespace lodestone::accel::gpu
