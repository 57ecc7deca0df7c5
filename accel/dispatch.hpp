// Chooses who does a piece of work, has it done, and writes the event.
#pragma once

#include "accel/accelerator.hpp"

namespace lodestone::accel {

// Runs the work under the mode in force on this thread and appends one event.
// Done: the whole destination is written. Otherwise the destination holds nothing useful, and the
// attempt says why: the monitor cancelled, no device did it though one is required, or memory.
Attempt Dispatch(const MagickAccelerateWork& work);

}  // namespace lodestone::accel
