// Medians of windows on a device. See operation_kernels.hpp.
#pragma once

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

KernelPlan PlanMedian(const MagickAccelerateWork& work, const DeviceFacts& facts);
void EnqueueMedian(const Job& job, const Plane& source, const Plane& destination, cl_mem scratch,
                   Rows rows);

double MedianSteps(const MagickAccelerateWork& work);

unsigned MedianVariants(const MagickAccelerateWork& work, const DeviceFacts& facts);
const char* MedianVariantName(unsigned variant);

}  // namespace lodestone::accel::opencl
