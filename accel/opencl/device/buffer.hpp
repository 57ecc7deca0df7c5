// An image that stays on the device for the host.
#pragma once

#include "accel/opencl/device/memory.hpp"

struct MagickAccelerateBuffer {
  lodestone::accel::opencl::DeviceMemory::Block block;
  size_t pixel_bytes = 0;  // of the image that it holds; 0 while it holds none
};
