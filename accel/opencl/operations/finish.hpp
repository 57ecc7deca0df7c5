// The finish of operations that keep the size: combines results with the source's samples.
#pragma once

#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

// Part of the programs of operations that may have a finish.
constexpr char kFinishKernel[] = "FinishFilter";

// Enqueues it for destination rows that are otherwise complete. The planes hold these rows of both
// images. Throws Problem.
void EnqueueFinish(const Job& job, const Plane& source, const Plane& destination, Rows rows);

}  // namespace lodestone::accel::opencl
