// Operations that make each pixel from a few source pixels without weights of their own: sample,
// minify, magnify.
#pragma once

#include "accel/opencl/launch.hpp"

namespace lodestone::accel::opencl {

// True for the operations above.
bool IsPixelwise(MagickAccelerateOperation operation);

// Launches the kernel of the program that was built for the job. Throws Problem.
Enqueued Pixelwise(const Job& job, const Plane& source, const Plane& sink);

}  // namespace lodestone::accel::opencl
