// Despeckling on a device: hulls along four directions, one after the other. See
// operation_kernels.hpp.
#pragma once

#include <string>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

KernelPlan PlanDespeckle(const MagickAccelerateWork& work, const DeviceFacts& facts);
std::vector<ProgramKey> DespecklePrograms(const OperationTraits& operation, unsigned quantum_depth,
                                          const DeviceFacts& facts);
Rows DespeckleSourceRows(const MagickAccelerateWork& work, Rows rows);
uint64_t DespeckleScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                               cl_uint rows);
void EnqueueDespeckle(const Job& job, const Plane& source, const Plane& destination, cl_mem scratch,
                      Rows rows);
std::string DespeckleKernels(const MagickAccelerateWork& work, const KernelPlan& plan);

unsigned DespeckleVariants(const MagickAccelerateWork& work, const DeviceFacts& facts);
const char* DespeckleVariantName(unsigned variant);

}  // namespace lodestone::accel::opencl
