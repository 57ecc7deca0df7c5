// An image that stays on the device between calls.
#pragma once

#include "accel/gpu/device/memory.hpp"

struct MagickAccelerateBuffer {
  lodestone::accel::gpu::DeviceMemory::Block block;
};
