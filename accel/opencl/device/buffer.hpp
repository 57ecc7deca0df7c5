// An image that stays on the device between calls.
#pragma once

#include "accel/opencl/device/memory.hpp"

struct MagickAccelerateBuffer {
  lodestone::accel::opencl::DeviceMemory::Block block;
  size_t pixel_bytes = 0;  // of the image in it; 0: none
};
