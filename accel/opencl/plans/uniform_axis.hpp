// Tables in which most outputs have the same weights, as in convolutions.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

// True when outputs [begin, end) are all like output `middle`.
bool AreUniform(const MagickAccelerateAxis& axis, uint32_t begin, uint32_t end, uint32_t middle);

}  // namespace lodestone::accel::opencl
