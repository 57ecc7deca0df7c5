// Where the pixels are in memory of somebody else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/plugin.h"

namespace lodestone::accel::gpu {

struct WrappedLayout {
  uintptr_t address;
  size_t pixel_bytes, stride_bytes;
  uint64_t bytes;  // from the first pixel to the last
};

// Throws Problem(Declined, Unsupported) for what kernels cannot read as it is.
WrappedLayout LayoutOf(const MagickAccelerateDevicePixels& pixels);

}  // namespace lodestone::accel::gpu
