// A work planned and run on a device of the module.
#pragma once

#include "accel/opencl/call/device.hpp"

namespace lodestone::accel::opencl::testing {

// Throws Problem.
inline void PlanAndRun(Device& device, const MagickAccelerateWork& work,
                       MagickAccelerateParts* parts) {
  device.Run(device.Plan(work), work, parts);
}

}  // namespace lodestone::accel::opencl::testing
