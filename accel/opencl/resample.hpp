// One separable resampling on a device.
#pragma once

#include "accel/opencl/session.hpp"
#include "accel/opencl/transfer.hpp"

namespace lodestone::accel::opencl {

// Moves the pixels, launches the kernels of the program that was built for `key`, and returns when
// the destination is complete. Fills parts but compile_ns. Throws Problem.
void Resample(Session& session, cl_program program, const ProgramKey& key, SharePolicy share,
              const MagickAccelerateWork& work, MagickAccelerateParts* parts);

}  // namespace lodestone::accel::opencl
