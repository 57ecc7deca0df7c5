// One call's access to the device: its own queues, its commands, its buffers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "accel/gpu/device/memory.hpp"
#include "accel/gpu/programs/program_builder.hpp"
#include "accel/gpu/plans/tiling.hpp"
#include "accel/gpu/device/timeline.hpp"
#include "accel/gpu/device/waiter.hpp"

namespace lodestone::accel::gpu {

// A kernel object and its limits; used by one thread at a time, since it holds its arguments.
struct LaneKernel {
  KernelOwner kernel;
  TileLimits limits;
};

struct Lane {
  // Untimed and timed, by stage; created on first use.
  QueueOwner queues[2][3];
  std::map<std::pair<ProgramKey, std::string>, LaneKernel> kernels;
};

// The lanes not in use by any call. Thread-safety: any.
class LanePool {
 public:
  // Null if all are in use.
  std::unique_ptr<Lane> Take();
  void Return(std::unique_ptr<Lane> lane);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Lane>> idle_;
};

// Host memory that currently backs buffers: the standard leaves commands on two buffers over the
// same memory undefined. Thread-safety: any.
class HostRanges {
 public:
  // Releases its range on destruction. Empty if the range was taken.
  class Claim {
   public:
    Claim() = default;
    Claim(HostRanges* owner, uintptr_t begin) : owner_(owner), begin_(begin) {}
    Claim(Claim&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)), begin_(other.begin_) {}
    Claim& operator=(Claim&& other) noexcept {
      std::swap(owner_, other.owner_);
      std::swap(begin_, other.begin_);
      return *this;
    }
    ~Claim() {
      if (owner_) owner_->Release(begin_);
    }
    explicit operator bool() const { return owner_ != nullptr; }

   private:
    HostRanges* owner_ = nullptr;
    uintptr_t begin_ = 0;
  };

  Claim Take(const void* data, size_t size);

 private:
  void Release(uintptr_t begin);

  std::mutex mutex_;
  std::map<uintptr_t, uintptr_t> taken_;  // begin -> end
};

// What the sessions of a device share.
struct DeviceShare {
  Context& context;
  const DeviceFacts& facts;
  LanePool& lanes;
  HostRanges& ranges;
  DeviceMemory& memory;
};

// Thread-safety: belongs to one call. Without Finish its queues are discarded, since they may be in
// an error state.
class Session {
 public:
  // timed: the times of its commands are measured.
  Session(const DeviceShare& share, bool timed);
  ~Session() { Drain(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Context& context() const { return share_.context; }
  const DeviceFacts& facts() const { return share_.facts; }
  const std::string& device() const { return share_.facts.stable_name; }
  HostRanges& ranges() { return share_.ranges; }
  Timeline& timeline() { return timeline_; }

  // From now on transfers have their own queues and overlap with kernels.
  void Overlap();
  bool overlaps() const { return overlaps_; }
  // In order. The kernels' queue unless transfers have their own.
  Queue& queue(Stage stage = Stage::kKernel) const;
  // Submits what is enqueued to the device.
  void Flush(Stage stage) const;

  LaneKernel& KernelOf(Program& program, const ProgramKey& key, const std::string& name);
  DeviceMemory::Block Take(uint64_t bytes) { return share_.memory.Take(share_.context, bytes); }
  uint64_t FreeBytes() const { return share_.memory.FreeBytes(); }  // see DeviceMemory
  // On the kernels' queue. data must stay valid until Finish.
  void Write(Memory& memory, const void* data, size_t bytes, size_t offset = 0);
  // A few bytes, behind the kernels; returns once they have arrived.
  void Read(const Memory& memory, size_t offset, void* data, size_t bytes);

  // How long the commands from now on will take, as far as is known.
  void Expect(uint64_t expected_ns) {
    begin_ns_ = NowNs();
    expected_ns_ = expected_ns;
  }
  // share: the part of all commands done when this one has ended.
  void WaitFor(const Event& event, double share = 1.0) const {
    const auto expected_ns = static_cast<uint64_t>(share * static_cast<double>(expected_ns_));
    gpu::WaitFor(event, begin_ns_, expected_ns, share_.facts);
  }

  // After an error: waits until the device no longer uses the host's memory. Owners of memory that
  // commands access call it before releasing it. No effect after Finish.
  void Drain();

  // Waits, checks, adds the times to parts if it is timed, returns the queues.
  void Finish(MagickAccelerateParts* parts);

 private:
  QueueOwner& QueueOf(Stage stage) const {
    return lane_->queues[timed_][static_cast<size_t>(stage)];
  }
  void MakeQueue(Stage stage);

  const DeviceShare share_;
  const bool timed_;
  Timeline timeline_;
  std::unique_ptr<Lane> lane_;
  bool overlaps_ = false;
  uint64_t begin_ns_ = NowNs(), expected_ns_ = 0;
};

}  // namespace lodestone::accel::gpu
