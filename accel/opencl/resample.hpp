// One separable resampling on a device: scale and resize.
#pragma once

#include "accel/opencl/launch.hpp"

namespace lodestone::accel::opencl {

// Launches the kernels of the program that was built for the job. Throws Problem.
Enqueued Resample(const Job& job, const Plane& source, const Plane& sink);

}  // namespace lodestone::accel::opencl
