// Convolution in two directions on a device. See operation_kernels.hpp.
#pragma once

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

KernelPlan PlanConvolve(const MagickAccelerateWork& work, const DeviceFacts& facts);
void EnqueueConvolve(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                     Rows rows);

unsigned ConvolveVariants();
const char* ConvolveVariantName(unsigned variant);

}  // namespace lodestone::accel::opencl
