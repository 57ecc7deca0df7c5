// The last step of operations that keep the size, sample by sample with the source's samples.
#pragma once

#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

// Whether the operation may have such a step.
bool CanFinish(MagickAccelerateOperation operation);

// Whether the work has such a step. Its program then has the kernel kFinishKernel.
bool HasFinish(const MagickAccelerateWork& work);

constexpr char kFinishKernel[] = "FinishFilter";

// Enqueues it for rows of the sink that are complete but for that. The planes hold these rows of
// both images. Throws Problem.
void EnqueueFinish(const Job& job, const Plane& source, const Plane& sink, Rows rows);

}  // namespace lodestone::accel::opencl
