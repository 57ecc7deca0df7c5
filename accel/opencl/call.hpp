// One whole call on a device: pixels up, kernels, pixels down.
#pragma once

#include "accel/opencl/launch.hpp"

namespace lodestone::accel::opencl {

// Throws Problem(Cancelled) when the work's progress monitor says stop.
void ReportProgress(const MagickAccelerateWork& work, uint64_t rows_done);

// Returns when the destination is complete. Fills parts but compile_ns. Throws Problem.
void RunCall(Session& session, const CallOptions& options, const MagickAccelerateWork& work,
             MagickAccelerateParts* parts);

}  // namespace lodestone::accel::opencl
