// What the dispatcher sees of anything that can do the work, the CPU included.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "accel/plugin.h"

namespace lodestone::accel {

class CostModel;

struct Attempt {
  MagickAccelerateOutcome outcome = MagickAccelerateDone;
  MagickAccelerateParts parts{};

  Attempt() { parts.struct_size = sizeof parts; }
  bool done() const { return outcome == MagickAccelerateDone; }
};

// An attempt that ended with a reason; `detail` is cut to fit.
Attempt Ended(MagickAccelerateOutcome outcome, MagickAccelerateReason reason,
              const std::string& detail);
inline Attempt Declined(MagickAccelerateReason reason, const std::string& detail) {
  return Ended(MagickAccelerateDeclined, reason, detail);
}
inline Attempt Failed(MagickAccelerateReason reason, const std::string& detail) {
  return Ended(MagickAccelerateFailed, reason, detail);
}

// Copies text into a fixed field, ending it with "..." where it does not fit.
void CopyText(char* field, std::size_t size, const std::string& text);

// Adds what getting a device ready took to what it took before.
void AddPreparation(MagickAccelerateParts& sum, const MagickAccelerateParts& parts);

class Accelerator {
 public:
  virtual ~Accelerator() = default;

  virtual const std::string& accelerator() const = 0;  // "cpu", "opencl"
  virtual const std::string& device() const = 0;       // stable name, "" for the native path

  // Done when the work may run here; looks at sizes, limits and verdicts only.
  virtual Attempt Supports(const MagickAccelerateWork& work) = 0;
  // True when Run would start at once, without building or testing anything.
  virtual bool Ready(MagickAccelerateOperation operation) = 0;
  // Makes it ready for one operation, however long that takes. Idempotent, any thread.
  virtual Attempt Prepare(MagickAccelerateOperation operation) = 0;
  // What the accelerator itself expects of a run; false when it cannot tell.
  virtual bool Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate& estimate) = 0;
  // What experience says of that; null when there is none to be had.
  virtual CostModel* costs() = 0;
  // Writes the whole destination, or says why not.
  virtual Attempt Run(const MagickAccelerateWork& work) = 0;
  virtual void Describe(MagickAccelerateDeviceInfo& info) = 0;

  // Work under way or waiting there, in predicted nanoseconds.
  std::uint64_t queued_ns() const { return queued_ns_.load(std::memory_order_relaxed); }
  // Adds to that as long as it lives.
  class Queued {
   public:
    Queued(Accelerator& at, std::uint64_t ns) : at_(at), ns_(ns) { at_.queued_ns_ += ns_; }
    ~Queued() { at_.queued_ns_ -= ns_; }
    Queued(const Queued&) = delete;
    Queued& operator=(const Queued&) = delete;

   private:
    Accelerator& at_;
    const std::uint64_t ns_;
  };

  // True the first time it is asked of this operation.
  bool FirstUse(MagickAccelerateOperation operation) {
    const std::uint32_t bit = 1u << operation;
    return !(used_.fetch_or(bit) & bit);
  }

 private:
  std::atomic<std::uint32_t> used_{0};
  std::atomic<std::uint64_t> queued_ns_{0};
};

}  // namespace lodestone::accel
