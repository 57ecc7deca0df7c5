// One whole call on a device: pixels up, kernels, pixels down.
#pragma once

#include "accel/opencl/session.hpp"
#include "accel/opencl/transfer.hpp"

namespace lodestone::accel::opencl {

// Returns when the destination is complete. Fills parts but compile_ns. Throws Problem.
void RunCall(Session& session, cl_program program, const ProgramKey& key, SharePolicy share,
             const MagickAccelerateWork& work, MagickAccelerateParts* parts);

}  // namespace lodestone::accel::opencl
