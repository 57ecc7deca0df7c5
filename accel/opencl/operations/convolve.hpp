// Convolution in two directions on a device. See operation_kernels.hpp.
#pragma once

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

KernelPlan PlanConvolve(const MagickAccelerateWork& work, const DeviceFacts& facts);
void EnqueueConvolve(const Job& job, const Plane& source, const Plane& destination, cl_mem scratch,
                     Rows rows);

double ConvolveSteps(const MagickAccelerateWork& work);

unsigned ConvolveVariants(const MagickAccelerateWork& work, const DeviceFacts& facts);
const char* ConvolveVariantName(unsigned variant);

}  // namespace lodestone::accel::opencl
