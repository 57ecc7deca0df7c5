// One separable resampling on a device: scale, resize, and separable convolutions. See
// operation_kernels.hpp.
#pragma once

#include <string>
#include <vector>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

KernelPlan PlanResample(const MagickAccelerateWork& work, const DeviceFacts& facts);
std::vector<ProgramKey> ResamplePrograms(const OperationTraits& operation, unsigned quantum_depth,
                                         const DeviceFacts& facts);

Rows ResampleSourceRows(const MagickAccelerateWork& work, Rows rows);
uint64_t ResampleScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                              cl_uint rows);
void EnqueueResample(const Job& job, const Plane& source, const Plane& destination, cl_mem scratch,
                     Rows rows);
std::string ResampleKernels(const MagickAccelerateWork& work, const KernelPlan& plan);

double ResampleSteps(const MagickAccelerateWork& work);

// Those worth trying; others can be requested.
unsigned ResampleVariants(const MagickAccelerateWork& work, const DeviceFacts& facts);
const char* ResampleVariantName(unsigned variant);

}  // namespace lodestone::accel::opencl
