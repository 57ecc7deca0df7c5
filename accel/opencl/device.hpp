// One OpenCL device: its context, its programs, and the work it does.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "accel/opencl/kernel_plan.hpp"
#include "accel/opencl/session.hpp"
#include "accel/opencl/transfer.hpp"

namespace lodestone::accel::opencl {

// What the tests vary; the module itself leaves everything to the device.
struct DeviceOptions {
  SharePolicy share = SharePolicy::kByDevice;
  uint64_t local_limit_bytes = UINT64_MAX;
  uint64_t allocation_limit_bytes = UINT64_MAX;
  uint64_t band_bytes = kBandBytes;
};

// Thread-safety: any. Every function but Describe and Estimate throws Problem.
class Device {
 public:
  Device(DeviceFacts facts, std::string library_version, ProgramCache& cache,
         DeviceOptions options = {});

  void Describe(MagickAccelerateDeviceInfo* info) const;

  // Opens the device, builds every program of that depth and runs each once, so that no later call
  // pays for what drivers put off. Does nothing the second time.
  void WarmUp(unsigned quantum_depth, MagickAccelerateParts* parts);

  void CheckSupport(const MagickAccelerateWork& work) const;

  void Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate* estimate) const;

  // Warms up first if nobody has.
  void Run(const MagickAccelerateWork& work, MagickAccelerateParts* parts);

 private:
  void Open();
  void BuildAll(unsigned quantum_depth);
  void Build(const ProgramKey& key);
  void Prime(cl_program program, const ProgramKey& key);
  cl_program ProgramOf(const ProgramKey& key);

  const DeviceFacts facts_;
  const std::string library_version_;
  ProgramCache& cache_;
  const DeviceOptions options_;

  std::mutex mutex_;  // of what WarmUp makes
  Context context_;
  std::map<ProgramKey, Program> programs_;
  bool warm_[2] = {false, false};  // by depth: 8, 16

  LanePool lanes_;
  HostRanges ranges_;
};

}  // namespace lodestone::accel::opencl
