// Operations that compute each pixel from few source pixels with a kernel without variants, one
// work-item per pixel. See operation_kernels.hpp.
#pragma once

#include <string>
#include <vector>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

KernelPlan PlanPixelwise(const MagickAccelerateWork& work, const DeviceFacts& facts);
std::vector<ProgramKey> PixelwisePrograms(const OperationTraits& operation, unsigned quantum_depth,
                                          const DeviceFacts& facts);
std::string PixelwiseKernel(const MagickAccelerateWork& work, const KernelPlan& plan);

unsigned PixelwiseVariants(const MagickAccelerateWork& work, const DeviceFacts& facts);
const char* PixelwiseVariantName(unsigned variant);

// What differs: the rows that are read, and the kernel arguments beside the planes.
Rows SampleSourceRows(const MagickAccelerateWork& work, Rows rows);
Rows MinifySourceRows(const MagickAccelerateWork& work, Rows rows);
Rows MagnifySourceRows(const MagickAccelerateWork& work, Rows rows);
Rows SameRows(const MagickAccelerateWork& work, Rows rows);

void EnqueueSample(const Job& job, const Plane& source, const Plane& destination, cl_mem,
                   Rows rows);
void EnqueueFixedFactor(const Job& job, const Plane& source, const Plane& destination, cl_mem,
                        Rows rows);
void EnqueueExtend(const Job& job, const Plane& source, const Plane& destination, cl_mem,
                   Rows rows);
void EnqueuePoint(const Job& job, const Plane& source, const Plane& destination, cl_mem, Rows rows);

}  // namespace lodestone::accel::opencl
