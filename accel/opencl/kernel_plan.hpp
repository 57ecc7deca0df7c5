// How a call's kernels are going to run: decided once, before anything is allocated.
#pragma once

#include <cstdint>

#include "accel/opencl/discovery.hpp"
#include "accel/opencl/program_builder.hpp"

namespace lodestone::accel::opencl {

// Of the image between two passes, unless a test wants it otherwise: it stays in the cache.
constexpr uint64_t kBandBytes = 16 << 20;

struct KernelPlan {
  ProgramKey key;        // the program to be had
  unsigned variant = 0;  // 1 ... VariantCount; 0 for operations that have only one way
  uint64_t band_bytes = kBandBytes;
};

// work.variant, or the best for this device and shape where that is 0 or unknown.
KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       uint64_t band_bytes = kBandBytes);

}  // namespace lodestone::accel::opencl
