// The laboratory: published techniques of OpenCL kernels, each beside what it is said to be better
// than, with results that the host has checked.
#pragma once

#include "lab/bench.hpp"

namespace lodestone::accel::opencl {

// Does the experiments that `options` asks for. Throws Problem: for an order that makes no sense,
// and Declined, Cancelled, when the handler says stop.
void RunLab(const LabPlace& place, const MagickAccelerateLabOptions& options,
            MagickAccelerateLabHandler handler, void* context);

}  // namespace lodestone::accel::opencl
