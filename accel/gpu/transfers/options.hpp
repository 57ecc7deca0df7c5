// Device options for users and tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "accel/gpu/plans/kernel_plan.hpp"

namespace lodestone::accel::gpu {

// Whether kernels access host memory directly where the device can.
enum class SharePolicy { kByDevice, kNever };

struct DeviceOptions {
  SharePolicy share = SharePolicy::kByDevice;
  bool pinned = true;                        // staging, and host memory for fast transfers
  uint64_t memory_limit_bytes = UINT64_MAX;  // of all buffers together, and of each
  uint64_t allocation_limit_bytes = UINT64_MAX;
  uint64_t local_limit_bytes = UINT64_MAX;
  // Of buffers that no call uses at the moment; DeviceMemory has a limit of its own.
  uint64_t kept_bytes = UINT64_MAX;
  std::optional<uint64_t> band_bytes;  // BandBytesOf the device
  uint64_t strip_bytes = 12 << 20;  // transferred at a time while kernels process the previous ones
  uint64_t staged_bytes = 1 << 20;  // less than this is not worth staging
  size_t slot_bytes = 2 << 20, slots = 16;  // of staging memory, for one direction of a call
};

// The defaults, changed by MAGICK_OCL_ZERO_COPY, MAGICK_OCL_PINNED and MAGICK_OCL_MEMORY_LIMIT.
// Throws Problem(Declined, NoDevice) for a limit that is no number of bytes.
DeviceOptions OptionsFromEnvironment();

// The properties of a device, with memory limited by the options.
DeviceFacts Limit(DeviceFacts facts, const DeviceOptions& options);

}  // namespace lodestone::accel::gpu
