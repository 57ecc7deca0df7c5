// One separable resampling on a device, band by band: scale and resize.
#pragma once

#include <string>

#include "accel/opencl/launch.hpp"

namespace lodestone::accel::opencl {

// Enqueue the kernels that make `rows` of the sink. Throw Problem.
void ScaleBand(const Job& job, const Plane& source, const Plane& sink, Rows rows);
// between: a buffer for the band's image between the passes, of BetweenSizeOf.
void ResizeBand(const Job& job, const Plane& source, Plane between, const Plane& sink, Rows rows);

// The kernels of either, in launch order, comma-separated.
std::string ResampleKernels(const MagickAccelerateWork& work);

}  // namespace lodestone::accel::opencl
