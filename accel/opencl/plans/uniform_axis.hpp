// Tables most outputs of which weigh their inputs alike, as those of convolutions.
#pragma once

#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

// Outputs [begin, end) around the middle with the same weights, each one input after the last; no
// taps and no outputs where the table is not such a one.
struct EvenOutputs {
  uint32_t begin = 0, end = 0, taps = 0;
};
EvenOutputs FindEvenOutputs(const MagickAccelerateAxis& axis);

// True when outputs [begin, end) are all like output `middle`.
bool AreEven(const MagickAccelerateAxis& axis, uint32_t begin, uint32_t end, uint32_t middle);

}  // namespace lodestone::accel::opencl
