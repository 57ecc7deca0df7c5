// The dispatcher's view of anything that can run operations, the CPU included.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "accel/backlog.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {

class CostModel;

struct Attempt {
  MagickAccelerateOutcome outcome = MagickAccelerateDone;
  MagickAccelerateParts parts{};

  Attempt() { parts.struct_size = sizeof parts; }
  bool done() const { return outcome == MagickAccelerateDone; }
};

// An attempt that ended for a reason; `detail` is truncated to fit.
Attempt Ended(MagickAccelerateOutcome outcome, MagickAccelerateReason reason,
              const std::string& detail);
inline Attempt Declined(MagickAccelerateReason reason, const std::string& detail) {
  return Ended(MagickAccelerateDeclined, reason, detail);
}
inline Attempt Failed(MagickAccelerateReason reason, const std::string& detail) {
  return Ended(MagickAccelerateFailed, reason, detail);
}

// Copies text into a fixed-size field; a truncated one ends in "...".
void CopyText(char* field, std::size_t size, const std::string& text);

// Adds the time it took to get a device ready to the time recorded so far.
void AddPreparation(MagickAccelerateParts& sum, const MagickAccelerateParts& parts);
// All of that time, in nanoseconds.
std::uint64_t PreparationNs(const MagickAccelerateParts& parts);

class Accelerator {
 public:
  virtual ~Accelerator() = default;

  virtual const std::string& accelerator() const = 0;  // "cpu", "opencl"
  virtual const std::string& device() const = 0;       // stable name, "" for the CPU

  // What corrects estimates of its runs by measurements; null if nothing is to be learned.
  virtual CostModel* costs() = 0;
  virtual void Describe(MagickAccelerateDeviceInfo& info) = 0;

  // Until what runs or waits there has ended.
  std::uint64_t queued_ns() const { return backlog_.left(); }
  // Adds to that for as long as it lives.
  class Queued {
   public:
    Queued(Accelerator& at, std::uint64_t predicted_ns);
    ~Queued();
    // The call ends with its work done.
    void MarkDone() { is_done_ = true; }
    Queued(const Queued&) = delete;
    Queued& operator=(const Queued&) = delete;

   private:
    Accelerator& at_;
    const std::uint64_t predicted_ns_;
    bool is_done_ = false;
  };

  // True the first time it is called for this operation.
  bool FirstUse(MagickAccelerateOperation operation) {
    static_assert(kOperationIndexes <= 32, "a bit for each");
    const std::uint32_t bit = 1u << operation;
    return !(used_.fetch_or(bit) & bit);
  }

 private:
  std::atomic<std::uint32_t> used_{0};
  Backlog backlog_;
};

}  // namespace lodestone::accel
