// Calls of a kind that several threads make at the same time become one batch: an image alone is
// too little for a large device, and costs as many calls of its driver as many.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>

#include "accel/gpu/launch/table_cache.hpp"
#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/gpu/transfers/transfer.hpp"

namespace lodestone::accel::gpu {

// What is to be run, and how.
struct BatchWork {
  const MagickAccelerateWork& work;
  Program& program;  // of kernels.key
  const KernelPlan& kernels;
  const uint64_t kernels_ns;  // roughly how long they take
  MagickAccelerateParts* const parts;
};

// One call of a batch.
class BatchCall : public BatchWork {
 public:
  BatchCall(const BatchWork& work, uint64_t device_bytes)
      : BatchWork(work), device_bytes(device_bytes) {}
  virtual ~BatchCall() = default;
  BatchCall(const BatchCall&) = delete;
  BatchCall& operator=(const BatchCall&) = delete;

  const uint64_t device_bytes;  // that it takes beside its buffer
  std::exception_ptr error;     // why it was not run

 private:
  friend class BatchQueue;

  std::condition_variable changed_;
  uint64_t queued_ns_ = 0;
  bool taken_ = false, ended_ = false;
};

struct BatchKind {
  bool (*takes)(const MagickAccelerateWork& work);
  // Throws Problem(Declined).
  std::unique_ptr<BatchCall> (*call)(const BatchWork& work);
  // Runs calls that `call` returned, of which it refuses some by their errors. Fills in what parts
  // of calls say of bytes, and parts of them all. staging: null for none. Throws Problem.
  void (*run)(Session& session, Staging* staging, std::span<BatchCall* const> calls,
              MagickAccelerateParts* parts);
  // That may be under way at a time.
  size_t most_batches;
};

// From bytes in host memory to a buffer alone.
extern const BatchKind kDecodeBatches;
// From a buffer to bytes in host memory.
extern const BatchKind kEncodeBatches;

// For a batch; of few sizes, so that later ones find one that is there already.
DeviceMemory::Block TakeBatchMemory(Session& session, uint64_t bytes);

// Thread-safety: any. There are no threads of its own: the first caller to come, if few batches are
// under way, leads one of all calls that wait, its own and others', which sleep meanwhile. Nobody
// waits for calls to come.
class BatchQueue {
 public:
  BatchQueue(const BatchKind& kind, DeviceMemory& memory, TableCache& tables)
      : kind_(kind), memory_(memory), tables_(tables) {}

  bool Takes(const MagickAccelerateWork& work) const { return kind_.takes(work); }

  // Returns when the work is done. staging: null for none. Fills its parts. False: it is too large.
  // Throws Problem.
  bool Run(const DeviceShare& share, Staging* staging, const BatchWork& work);

  // Calls that no batch has taken yet.
  size_t Waiting() const;

 private:
  static constexpr size_t kMostTogether = 64;
  struct Batch {
    std::array<BatchCall*, kMostTogether> calls{};
    size_t count = 0;
    uint64_t bytes = 0;

    std::span<BatchCall* const> all() const { return {calls.data(), count}; }
  };

  void Wait(const DeviceShare& share, Staging* staging, BatchCall& call);
  bool MayLead(const BatchCall& call) const;
  Batch Gather(const DeviceFacts& facts, BatchCall& leader);
  void WakeNext();
  void Lead(const DeviceShare& share, Staging* staging, std::span<BatchCall* const> calls) noexcept;
  std::exception_ptr RunTogether(const DeviceShare& share, Staging* staging,
                                 std::span<BatchCall* const> calls, MagickAccelerateParts* parts,
                                 bool* lacks_memory) const noexcept;

  const BatchKind& kind_;
  DeviceMemory& memory_;
  TableCache& tables_;
  mutable std::mutex mutex_;  // guards the members below, and what BatchCall keeps for this class
  std::deque<BatchCall*> waiting_;  // first come first
  size_t batches_ = 0;              // under way
  uint64_t bytes_ = 0;              // of them
};

}  // namespace lodestone::accel::gpu
