// Resampling in two passes, with an image of floats between them that is made in bands: any table.
#pragma once

#include <string>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

// The operation whose program does the work.
MagickAccelerateOperation ProgramFor(MagickAccelerateOperation operation);

// In that program: LS_KERNEL(name).
std::string KernelName(const MagickAccelerateWork& work, const std::string& name);

// The kernels of slides.clh that suit the work, PassPlan::slide_taps.
uint32_t FindSlideTaps(const MagickAccelerateWork& work);

// scratch: for the image between the passes, see bands.hpp.
void EnqueuePasses(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                   Rows rows);

// Names in launch order, comma-separated.
std::string PassKernels(const MagickAccelerateWork& work, const KernelPlan& plan);

}  // namespace lodestone::accel::opencl
