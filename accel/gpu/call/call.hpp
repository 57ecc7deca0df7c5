// One whole call on a device: upload, kernels, download.
#pragma once

#include "accel/gpu/call/layout.hpp"
#include "accel/gpu/launch/table_cache.hpp"
#include "accel/gpu/transfers/transfer.hpp"

namespace lodestone::accel::gpu {

// Reports destination rows to the work's progress monitor, never fewer than before.
class CallProgress {
 public:
  explicit CallProgress(const MagickAccelerateWork& work) : work_(work) {}

  // Throws Problem(Cancelled) if the monitor says stop.
  void Report(uint64_t rows_done);

 private:
  const MagickAccelerateWork& work_;
  uint64_t reported_ = 0;
};

// How a call is to be run.
struct CallPlan {
  Program& program;  // of kernels.key
  const KernelPlan& kernels;
  const DeviceOptions& options;
  uint64_t expected_ns;  // roughly how long it takes
  Staging* staging;      // null for none
  TableCache& tables;
  uint64_t budget_bytes = UINT64_MAX;  // of device memory for pixels
  uint64_t asked_bytes = 0;            // how much of it the call decided to use
  std::string shortage = {};           // why an earlier attempt could not allocate it
};

// Returns when the destination is complete. False for lack of device memory where smaller strips
// may help. Fills parts except for warm-up times. Throws Problem.
bool TryCall(const DeviceShare& share, CallPlan& plan, const MagickAccelerateWork& work,
             CallProgress& progress, MagickAccelerateParts* parts);

// Copies the image in pixels.buffer to pixels.data.
void ReadImage(Session& session, Staging* staging, const MagickAcceleratePixels& pixels,
               size_t pixel_bytes, MagickAccelerateParts* parts);
// The other way.
void WriteImage(Session& session, Staging* staging, const MagickAcceleratePixels& pixels,
                size_t pixel_bytes, MagickAccelerateParts* parts);

}  // namespace lodestone::accel::gpu
