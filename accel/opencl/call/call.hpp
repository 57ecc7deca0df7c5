// One whole call on a device: pixels up, kernels, pixels down.
#pragma once

#include "accel/opencl/call/layout.hpp"
#include "accel/opencl/launch/table_cache.hpp"
#include "accel/opencl/transfers/transfer.hpp"

namespace lodestone::accel::opencl {

// Tells the work's progress monitor of rows of the destination, never of fewer than before.
class Progress {
 public:
  explicit Progress(const MagickAccelerateWork& work) : work_(work) {}

  // Throws Problem(Cancelled) when the monitor says stop.
  void Report(uint64_t rows_done);

 private:
  const MagickAccelerateWork& work_;
  uint64_t reported_ = 0;
};

// How a call is to be done.
struct CallPlan {
  cl_program program;  // of kernels.key
  const KernelPlan& kernels;
  const DeviceOptions& options;
  Staging* staging;      // null for none
  DeviceMemory& memory;  // that of the session
  TableCache& tables;
  uint64_t budget_bytes;      // of device memory for pixels
  uint64_t asked_bytes = 0;   // what the call decided to take of it
  std::string shortage = {};  // why an earlier try could not have it
};

// Returns when the destination is complete. Fills parts but for what warming up takes. Throws
// Problem.
void RunCall(Session& session, CallPlan& plan, const MagickAccelerateWork& work, Progress& progress,
             MagickAccelerateParts* parts);

// Copies the image in pixels.buffer to pixels.data.
void ReadImage(Session& session, Staging* staging, const MagickAcceleratePixels& pixels,
               MagickAccelerateParts* parts);

}  // namespace lodestone::accel::opencl
