// One call's way to the device: a queue of its own, its commands, its buffers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "accel/opencl/discovery.hpp"
#include "accel/opencl/program_builder.hpp"
#include "accel/opencl/tiling.hpp"
#include "accel/opencl/timeline.hpp"

namespace lodestone::accel::opencl {

// A kernel object and what it allows; one thread's at a time, since it holds its arguments.
struct LaneKernel {
  Kernel kernel;
  TileLimits limits;
};

struct Lane {
  Queue queue;
  std::map<std::pair<ProgramKey, std::string>, LaneKernel> kernels;
};

// The lanes that no call is using. Thread-safety: any.
class LanePool {
 public:
  // Null when all are in use.
  std::unique_ptr<Lane> Take();
  void Return(std::unique_ptr<Lane> lane);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Lane>> idle_;
};

// Pieces of host memory that buffers stand on at this moment: the standard leaves undefined what
// commands on two buffers over the same memory do. Thread-safety: any.
class HostRanges {
 public:
  // Releases its range when it goes. Empty when the range was taken.
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

// Thread-safety: one call's own. Without Finish its queue is dropped, since it may be in an error.
class Session {
 public:
  Session(cl_context context, const DeviceFacts& facts, LanePool& pool, HostRanges& ranges);
  ~Session() { Drain(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const DeviceFacts& facts() const { return facts_; }
  const std::string& device() const { return facts_.stable_name; }
  cl_command_queue queue() const { return lane_->queue.get(); }
  HostRanges& ranges() { return ranges_; }
  Timeline& timeline() { return timeline_; }

  LaneKernel& KernelOf(cl_program program, const ProgramKey& key, const char* name);
  Buffer Allocate(cl_mem_flags flags, uint64_t bytes, void* host = nullptr) const;
  void Write(cl_mem buffer, const void* data, size_t bytes);

  // After an error: waits until the device has let go of the host's memory. Owners of memory that
  // commands read or write call it before they let go themselves. No effect after Finish.
  void Drain();

  // Waits, checks, adds the times to parts, gives the queue back.
  void Finish(MagickAccelerateParts* parts);

 private:
  cl_context context_;
  const DeviceFacts& facts_;
  LanePool& pool_;
  HostRanges& ranges_;
  Timeline timeline_;
  std::unique_ptr<Lane> lane_;
};

}  // namespace lodestone::accel::opencl
