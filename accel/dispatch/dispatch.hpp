// Chooses an accelerator for a work, runs it there, and writes the event.
#pragma once

#include "accel/accelerator.hpp"
#include "accel/pixels/work_images.hpp"

namespace lodestone::accel {

// Runs the work under the mode in force on this thread and appends one event. images: null if the
// pixels are only in the host memory that the work names; otherwise the work names none, and the
// result may be left on a device. Done: the whole destination is written. Otherwise its contents
// are undefined, and the attempt gives the reason: cancelled by the monitor, no device ran it
// though one is required, or out of memory.
Attempt Dispatch(const MagickAccelerateWork& work, const WorkImages* images = nullptr);

}  // namespace lodestone::accel
