// Scans of JPEG that are decoded by the same launches.
#pragma once

#include <span>

#include "accel/gpu/launch/launch.hpp"
#include "kernels/jpeg/device_layout.h"

namespace lodestone::accel::gpu {

// As the plans lay them out.
struct ScansOnDevice {
  std::span<const LsDecode> plans;
  Memory* plan_memory;  // the same, each with its tables
  uint32_t plan_bytes;  // from one to the next
  Memory* bytes;        // of all scans
  Memory* memory;       // for all else; statuses are 0
};

// Where the pixels of a scan go, by kernels of which program.
struct ScanTarget {
  Program& program;  // of kernels.key
  const KernelPlan& kernels;
  Plane destination;  // whole
  bool is_looked_at;  // MagickAccelerateDecoded is wanted
};

// As many targets as plans, at least one. Throws Problem.
void EnqueueScans(Session& session, const ScansOnDevice& scans,
                  std::span<const ScanTarget> targets);

}  // namespace lodestone::accel::gpu
