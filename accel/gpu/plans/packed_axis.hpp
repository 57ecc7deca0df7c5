// The table of one axis as kernels read it.
#pragma once

#include <cstdint>
#include <vector>

#include "accel/plugin.h"

namespace lodestone::accel::gpu {

// uint4 to the kernels: the inputs of an output or of a quad of outputs, where the weights begin
// (in floats, or for quads in groups of four), and for quads the phases of resample.clh.
struct Span {
  uint32_t first, count, weights, phases;
};
static_assert(sizeof(Span) == 16);

struct PackedAxis {
  std::vector<Span> spans;
  std::vector<float> weights;
};

// In quads, as described in resample.clh. Quads with the same weights share them: few are distinct
// where the ratio of the sizes is simple. Throws Problem(Declined) if there are too many.
PackedAxis PackQuads(const MagickAccelerateAxis& axis);

}  // namespace lodestone::accel::gpu
