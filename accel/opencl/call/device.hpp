// One OpenCL device: its context, its programs, its memory, and the work it does.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "accel/opencl/call/call.hpp"
#include "accel/opencl/call/estimate.hpp"

namespace lodestone::accel::opencl {

// Whether the program is ending: MagickAccelerateHost.
using Stopping = int (*)(void);

// Thread-safety: any. Every function throws Problem but Describe, Estimate and those that release.
class Device {
 public:
  Device(DeviceFacts facts, std::string library_version, ProgramCache& cache,
         DeviceOptions options = {});

  const DeviceFacts& facts() const { return facts_; }
  void Describe(MagickAccelerateDeviceInfo* info) const;

  // Opens the device, gets the programs of an operation (of all when it is 0) at that depth and
  // runs each once, so that no later call pays for what drivers put off. What is there already is
  // not done again. Declined, cancelled, as soon as `stopping` says so.
  void WarmUp(unsigned quantum_depth, uint32_t operation, MagickAccelerateParts* parts,
              Stopping stopping = nullptr);

  void CheckSupport(const MagickAccelerateWork& work) const;

  void Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate* estimate) const;

  // Warms up first what the work needs, if nobody has.
  void Run(const MagickAccelerateWork& work, MagickAccelerateParts* parts);

  // The laboratory, lab.hpp.
  void RunLab(const MagickAccelerateLabOptions& options, MagickAccelerateLabHandler handler,
              void* context, MagickAccelerateParts* parts);

  // Memory for an image that stays. Declined where kernels work on the host's memory.
  MagickAccelerateBuffer* CreateBuffer(uint64_t bytes);
  void ReleaseBuffer(MagickAccelerateBuffer* buffer);
  void ReadBuffer(const MagickAcceleratePixels& pixels, MagickAccelerateParts* parts);

  // Null when there is none to be had, also before the device is open.
  void* AcquireHostMemory(uint64_t bytes);
  void ReleaseHostMemory(void* data) { host_memory_.Remove(data); }

 private:
  void Open(MagickAccelerateParts* parts);
  cl_context context() const;
  LinkSpeeds link() const;
  void Prepare(const ProgramKey& key, MagickAccelerateParts* parts);
  void Prime(cl_program program, const ProgramKey& key);
  cl_program Find(const ProgramKey& key) const;
  // False for lack of device memory that smaller strips may help against.
  bool TryRun(const MagickAccelerateWork& work, CallPlan& plan, Progress& progress,
              MagickAccelerateParts* parts);
  void Commit(cl_mem buffer);
  void LearnLink();
  Staging* staging() { return options_.pinned ? &staging_ : nullptr; }

  const DeviceFacts facts_;
  const std::string library_version_;
  ProgramCache& cache_;
  const DeviceOptions options_;

  std::mutex preparing_;      // one thread compiles at a time
  mutable std::mutex mutex_;  // of what follows
  Context context_;
  std::map<ProgramKey, Program> programs_;
  LinkSpeeds link_;
  bool link_known_ = false;

  Workers workers_;
  DeviceMemory memory_;
  TableCache tables_;
  HostMemory host_memory_;
  Staging staging_;
  LanePool lanes_;
  HostRanges ranges_;
};

}  // namespace lodestone::accel::opencl
