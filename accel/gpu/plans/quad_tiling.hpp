// How the kernels that run both passes in one launch are divided into groups; see tile_down.clh,
// tile_across.clh, strip_down.clh and strip_across.clh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "accel/gpu/programs/program_builder.hpp"

namespace lodestone::accel::gpu {

// Outputs of one group, in quads, and the resources it needs.
struct QuadTile {
  uint32_t quads = 1, row_quads = 1;
  size_t group_items = 1;
  uint32_t capacity = 0;         // of tile_across.clh, columns
  uint32_t most_columns = 0;     // which of its kernels; 0 for the one for any number
  uint32_t uniform_taps = 0;     // of tile_even.clh: which of its kernels; 0 for none
  uint64_t local_bytes[2] = {};  // of its local arguments; the second may be unused
};

// Empty if the local memory is too small, or for other forms than kStrips if tables are long.
std::optional<QuadTile> FitQuads(const MagickAccelerateWork& work, bool vertical_first,
                                 KernelForm form, uint64_t local_bytes);

// Outputs in quads.
uint32_t QuadsOf(uint32_t outputs);

// Length of the longest range of inputs under this many neighbouring quads of outputs, starting at
// any multiple of `step` quads.
uint64_t MaxQuads(const MagickAccelerateAxis& axis, uint32_t quads, uint32_t step);

}  // namespace lodestone::accel::gpu
