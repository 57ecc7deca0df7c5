// How the kernels that do both passes in one launch are cut into groups; see tile_down.clh,
// tile_across.clh, strip_down.clh and strip_across.clh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "accel/opencl/programs/program_builder.hpp"

namespace lodestone::accel::opencl {

// Outputs of one group, in quads, and what it takes.
struct QuadTile {
  uint32_t quads = 1, row_quads = 1;
  size_t group_items = 1;
  uint32_t capacity = 0;         // of tile_across.clh, columns
  uint32_t most_columns = 0;     // which of its kernels: 64, 96, 160; 0 for the one for any number
  uint32_t even_taps = 0;        // of tile_even.clh: which of its kernels; 0 for none
  uint64_t local_bytes[2] = {};  // of its local arguments; the second may be unused
};

// Nothing when the tables are too long for quads or the local memory is too small.
std::optional<QuadTile> FitQuads(const MagickAccelerateWork& work, bool vertical_first,
                                 KernelForm form, uint64_t local_bytes);

// The kernel of tile_even.clh that suits the work, QuadTile::even_taps.
uint32_t FindEvenTaps(const MagickAccelerateWork& work);

// Length of the longest piece of the input under so many neighbouring quads of outputs, from any
// multiple of `step` quads on.
uint64_t LongestQuads(const MagickAccelerateAxis& axis, uint32_t quads, uint32_t step);

}  // namespace lodestone::accel::opencl
