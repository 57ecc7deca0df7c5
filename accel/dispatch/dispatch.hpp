// Chooses who does a piece of work, has it done, and writes the event.
#pragma once

#include "accel/accelerator.hpp"
#include "accel/pixels/device_pixels.hpp"

namespace lodestone::accel {

// The images of a work whose pixels may be elsewhere than in host memory.
struct Images {
  DevicePixels* pixels;
  HostPixels* host;
};
struct WorkImages {
  Images source, destination;
};

// Runs the work under the mode in force on this thread and appends one event.
// images: null when the work's pixels are in the host memory that it names, and nowhere else;
//         otherwise the work names none, and the result may be left on a device.
// Done: the whole destination is written. Otherwise the destination holds nothing useful, and the
// attempt says why: the monitor cancelled, no device did it though one is required, or memory.
Attempt Dispatch(const MagickAccelerateWork& work, const WorkImages* images = nullptr);

}  // namespace lodestone::accel
