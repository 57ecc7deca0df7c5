// Operations that make each pixel from a few source pixels without weights of their own: sample,
// minify, magnify.
#pragma once

#include "accel/opencl/launch.hpp"

namespace lodestone::accel::opencl {

// True for the operations above.
bool IsPixelwise(MagickAccelerateOperation operation);

// The kernel of one of them.
const char* PixelwiseKernel(MagickAccelerateOperation operation);

// See SourceRowsOf; of minify and magnify.
Rows PixelwiseSourceRows(const MagickAccelerateWork& work, Rows rows);

// Launches the kernel of the program that was built for the job. Throws Problem.
void Pixelwise(const Job& job, const Plane& source, const Plane& sink, Rows rows);

}  // namespace lodestone::accel::opencl
