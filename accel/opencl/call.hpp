// One whole call on a device: pixels up, kernels, pixels down.
#pragma once

#include "accel/opencl/kernel_plan.hpp"
#include "accel/opencl/transfer.hpp"

namespace lodestone::accel::opencl {

// Throws Problem(Cancelled) when the work's progress monitor says stop.
void ReportProgress(const MagickAccelerateWork& work, uint64_t rows_done);

// Returns when the destination is complete. Fills parts but compile_ns. Throws Problem.
// program is that of plan.key.
void RunCall(Session& session, cl_program program, const KernelPlan& plan, SharePolicy share,
             const MagickAccelerateWork& work, MagickAccelerateParts* parts);

}  // namespace lodestone::accel::opencl
