// The images of a work item whose pixels may not be in host memory.
#pragma once

#include "accel/pixels/device_pixels.hpp"

namespace lodestone::accel {

struct Images {
  DevicePixels* pixels;
  HostPixels* host;
};
struct WorkImages {
  Images source, destination;
};

}  // namespace lodestone::accel
