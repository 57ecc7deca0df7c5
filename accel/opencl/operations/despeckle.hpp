// Despeckling on a device: hulls along four directions, one after the other. See
// operation_kernels.hpp.
#pragma once

#include <string>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

KernelPlan PlanDespeckle(const MagickAccelerateWork& work, const DeviceFacts& facts);
std::vector<ProgramKey> DespecklePrograms(MagickAccelerateOperation operation,
                                          unsigned quantum_depth, const DeviceFacts& facts);
Rows DespeckleSourceRows(const MagickAccelerateWork& work, Rows rows);
uint64_t DespeckleScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                               cl_uint rows);
void EnqueueDespeckle(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                      Rows rows);
std::string DespeckleKernels(const MagickAccelerateWork& work, const KernelPlan& plan);

unsigned DespeckleVariants();
const char* DespeckleVariantName(unsigned variant);

}  // namespace lodestone::accel::opencl
