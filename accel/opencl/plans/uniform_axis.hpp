// Tables in which most outputs have the same weights, as in convolutions.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

// Outputs [begin, end) around the middle with the same weights, each one input after the last; no
// taps and no outputs for any other table.
struct UniformRange {
  uint32_t begin = 0, end = 0, taps = 0;
};
UniformRange FindUniformRange(const MagickAccelerateAxis& axis);

// True when outputs [begin, end) are all like output `middle`.
bool AreUniform(const MagickAccelerateAxis& axis, uint32_t begin, uint32_t end, uint32_t middle);

}  // namespace lodestone::accel::opencl
