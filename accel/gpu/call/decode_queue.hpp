// Scans that several threads want decoded at the same time become one batch: an image alone is too
// little for a large device, and costs as many calls of its driver as many.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <vector>

#include "accel/gpu/launch/table_cache.hpp"
#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/gpu/transfers/transfer.hpp"

namespace lodestone::accel::gpu {

// One scan to decode into a buffer.
class ScanCall {
 public:
  // Throws Problem(Declined) for codes that are none.
  ScanCall(const MagickAccelerateWork& work, Program& program, const KernelPlan& kernels,
           uint64_t kernels_ns, MagickAccelerateParts* parts);
  ScanCall(const ScanCall&) = delete;
  ScanCall& operator=(const ScanCall&) = delete;

  const MagickAccelerateWork& work;
  Program& program;  // of kernels.key
  const KernelPlan& kernels;
  const uint64_t kernels_ns;  // roughly how long they take
  MagickAccelerateParts* const parts;
  const std::vector<uint16_t> codes;
  const uint64_t device_bytes;  // that it takes beside its buffer
  std::exception_ptr error;     // why it was not decoded

 private:
  friend class DecodeQueue;

  std::condition_variable changed_;
  uint64_t queued_ns_ = 0;
  bool taken_ = false, ended_ = false;
};

// Thread-safety: any. There are no threads of its own: a caller that finds few batches under way
// leads one of all calls that wait, its own and others', which sleep meanwhile. Nobody waits for
// calls to come.
class DecodeQueue {
 public:
  DecodeQueue(DeviceMemory& memory, TableCache& tables) : memory_(memory), tables_(tables) {}

  // Work of this kind: from bytes in host memory to a buffer alone.
  static bool Takes(const MagickAccelerateWork& work);

  // Returns when the image is decoded. staging: null for none. Fills the call's parts. Throws
  // Problem.
  void Run(const DeviceShare& share, Staging* staging, ScanCall& call);

 private:
  static constexpr size_t kMostTogether = 32, kMostBatches = 2;
  struct Batch {
    std::array<ScanCall*, kMostTogether> calls{};
    size_t count = 0;
    uint64_t bytes = 0;

    std::span<ScanCall* const> all() const { return {calls.data(), count}; }
  };

  bool MayLead(const ScanCall& call) const;
  Batch Gather(const DeviceFacts& facts, ScanCall& leader);
  void WakeNext();
  void Lead(const DeviceShare& share, Staging* staging, std::span<ScanCall* const> calls) noexcept;

  DeviceMemory& memory_;
  TableCache& tables_;
  std::mutex mutex_;  // guards the members below, and what ScanCall keeps for this class
  std::deque<ScanCall*> waiting_;  // first come first
  size_t batches_ = 0;             // under way
  uint64_t bytes_ = 0;             // of them
};

}  // namespace lodestone::accel::gpu
