// Operations that make each pixel from a few source pixels without weights of their own: sample,
// minify, magnify, extend. See operation_kernels.hpp.
#pragma once

#include <string>
#include <vector>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

// True for the operations above.
bool IsPixelwise(MagickAccelerateOperation operation);

KernelPlan PlanPixelwise(const MagickAccelerateWork& work, const DeviceFacts& facts);
std::vector<ProgramKey> PixelwisePrograms(MagickAccelerateOperation operation,
                                          unsigned quantum_depth, const DeviceFacts& facts);
Rows PixelwiseSourceRows(const MagickAccelerateWork& work, Rows rows);
void EnqueuePixelwise(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                      Rows rows);
std::string PixelwiseKernels(const MagickAccelerateWork& work, const KernelPlan& plan);

unsigned PixelwiseVariants();
const char* PixelwiseVariantName(unsigned variant);

}  // namespace lodestone::accel::opencl
