// Chooses an accelerator for works, runs them there, and writes their events.
#pragma once

#include "accel/accelerator.hpp"
#include "accel/pixels/work_images.hpp"

namespace lodestone::accel {

// Runs the works on the accelerator that is best for all of them together, under the mode in force
// on this thread, and appends an event for each. Without images the pixels are in the host memory
// that the works name; otherwise they name none, and results may be left on a device. The monitor
// is the first work's. Done: all destinations are written. Otherwise the contents of those that
// have not been are undefined, and the attempt gives the reason: cancelled by the monitor, no
// device ran them though one is required, or out of memory.
Attempt Dispatch(const WorkSet& set);

// A single one.
Attempt Dispatch(const MagickAccelerateWork& work, const WorkImages* images = nullptr);

}  // namespace lodestone::accel
