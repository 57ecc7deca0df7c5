// Telling what would be done instead of doing it.
#pragma once

#include "accel/dispatch/dispatch.hpp"

namespace lodestone::accel {

// True when this thread's operations are only to be explained.
bool Explaining();

// Tells the thread's handler who would do the work and why, as Dispatch would choose now. Discovers
// devices, gets none ready, computes nothing. The result's pixels stay nowhere.
Attempt Explain(const MagickAccelerateWork& work, const WorkImages* images);

}  // namespace lodestone::accel
