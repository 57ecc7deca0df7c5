// Kernels of drivers without a device: the CPU computes what they are for.
#pragma once

#include <functional>

#include "accel/plugin.h"

namespace lodestone::accel::gpu::testing {

// A plane of LS_PLANES.
struct DevicePlane {
  std::function<uint8_t*(size_t offset, size_t bytes)> at;
  size_t bytes;  // from its begin to the end of its memory
  uint32_t stride_px, top;
};

// The work that this thread's kernels are for; null: none, so that they need not do anything.
const MagickAccelerateWork* AnnouncedWork();

// Computes rows [begin, end) of the destination from what of the source is in its plane; all else
// of the source is poison.
void ComputeRows(MagickAccelerateWork work, const DevicePlane& from, const DevicePlane& to,
                 uint32_t begin, uint32_t end);

}  // namespace lodestone::accel::gpu::testing
