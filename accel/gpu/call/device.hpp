// One device: its context, its programs, its memory, and the work it runs.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "accel/gpu/call/batch_queue.hpp"
#include "accel/gpu/call/call.hpp"
#include "accel/gpu/call/estimate.hpp"

namespace lodestone::accel::gpu {

// Whether the program is ending: MagickAccelerateHost.
using Stopping = int (*)(void);

// How one work will be run; keeps nothing of it.
struct DevicePlan : MagickAcceleratePlan {
  KernelPlan kernels;
};

// Thread-safety: any. Every function throws Problem except Describe and the releasing ones.
class Device {
 public:
  Device(DeviceFacts facts, std::string library_version, ProgramCache& cache,
         DeviceOptions options = {});

  const DeviceFacts& facts() const { return facts_; }
  void Describe(MagickAccelerateDeviceInfo* info) const;

  // Opens the device, gets the programs of an operation (of all if it is 0) at that depth and runs
  // each once, so that no later call pays for what drivers defer. Completed steps are not repeated.
  // Declined, cancelled, as soon as `stopping` says so.
  void WarmUp(unsigned quantum_depth, uint32_t operation, MagickAccelerateParts* parts,
              Stopping stopping = nullptr);

  // Builds the programs that calls at that depth may need, except those that the cache has or that
  // another process is building. Stopped like WarmUp.
  void Build(unsigned quantum_depth, MagickAccelerateParts* parts, Stopping stopping = nullptr);

  // Opens the device and gets the program that a work needs.
  void Prepare(const DevicePlan& plan, MagickAccelerateParts* parts);

  // Throws Problem(Declined) for work that the device cannot run.
  DevicePlan Plan(const MagickAccelerateWork& work) const;

  // First gets what the work needs if it is cold.
  void Run(const DevicePlan& plan, const MagickAccelerateWork& work, MagickAccelerateParts* parts);

  // Memory for an image that stays. Declined if kernels access host memory directly.
  MagickAccelerateBuffer* CreateBuffer(uint64_t bytes);
  void ReleaseBuffer(MagickAccelerateBuffer* buffer);
  void ReadBuffer(const MagickAcceleratePixels& pixels, size_t pixel_bytes,
                  MagickAccelerateParts* parts);
  void WriteBuffer(const MagickAcceleratePixels& pixels, size_t pixel_bytes,
                   MagickAccelerateParts* parts);

  // What the device is for other libraries and, unless `buffer` is null, where that is.
  void Locate(MagickAccelerateBuffer* buffer, MagickAccelerateDevicePixels* pixels) const;
  // Memory of somebody else for an image that stays as long.
  MagickAccelerateBuffer* WrapPixels(const MagickAccelerateDevicePixels& pixels);

  // Null if there is none, also before the device is open.
  void* AcquireHostMemory(uint64_t bytes);
  void ReleaseHostMemory(void* data) { host_memory_.Remove(data); }

 private:
  void Open(MagickAccelerateParts* parts);
  Context& Opened();
  Context* context() const;  // null before Open
  DeviceShare share();
  LinkSpeeds link() const;
  struct Loaded {
    ProgramOwner program;
    bool primed = false;  // each kernel has run once
  };
  void Load(const ProgramKey& key, bool primed, MagickAccelerateParts* parts);
  ProgramRecipe RecipeOf(const ProgramKey& key) const;
  void Prime(Program& program, const ProgramKey& key);
  // Null if there is none, or if it is not primed and has to be.
  Program* Find(const ProgramKey& key, bool primed = false) const;
  void Commit(Memory& memory);
  void LearnLink();
  void RunAlone(const DevicePlan& plan, const MagickAccelerateWork& work, CallProgress& progress,
                MagickAccelerateParts* parts);
  bool RunInBatch(const DevicePlan& plan, const MagickAccelerateWork& work,
                  MagickAccelerateParts* parts);
  Staging* staging() { return options_.pinned ? &staging_ : nullptr; }

  const DeviceFacts facts_;
  const std::string library_version_;
  ProgramCache& cache_;
  const DeviceOptions options_;

  std::mutex preparing_;      // one thread compiles at a time
  mutable std::mutex mutex_;  // guards the members below
  ContextOwner context_;
  std::map<ProgramKey, Loaded> programs_;
  LinkSpeeds link_;
  bool link_known_ = false;

  Workers workers_;
  DeviceMemory memory_;
  TableCache tables_;
  HostMemory host_memory_;
  Staging staging_;
  LanePool lanes_;
  HostRanges ranges_;
  BatchQueue batch_queues_[2] = {{kDecodeBatches, memory_, tables_},
                                 {kEncodeBatches, memory_, tables_}};
};

}  // namespace lodestone::accel::gpu
