// An image that stays on the device between calls.
#pragma once

#include "accel/opencl/device/memory.hpp"

struct MagickAccelerateBuffer {
  lodestone::accel::opencl::DeviceMemory::Block block;
};
