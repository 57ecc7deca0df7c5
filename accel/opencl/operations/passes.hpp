// Resampling in two passes, for any table, with a float intermediate image computed in bands.
#pragma once

#include <string>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

// scratch: for the intermediate image, see bands.hpp.
void EnqueuePasses(const Job& job, const Plane& source, const Plane& destination, cl_mem scratch,
                   Rows rows);

// Names in launch order, comma-separated.
std::string PassKernels(const MagickAccelerateWork& work, const KernelPlan& plan);

}  // namespace lodestone::accel::opencl
