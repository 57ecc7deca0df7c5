// Resampling in two passes, for any table, with a float intermediate image computed in bands.
#pragma once

#include <string>

#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/gpu/launch/launch.hpp"

namespace lodestone::accel::gpu {

// scratch: for the intermediate image, see bands.hpp.
void EnqueuePasses(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                   Rows rows);

// Names in launch order, comma-separated.
std::string PassKernels(const MagickAccelerateWork& work, const KernelPlan& plan);

}  // namespace lodestone::accel::gpu
