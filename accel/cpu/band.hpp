// A range of a work's rows, computed by one thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

#include "accel/plugin.h"

namespace lodestone::accel {

// Reports finished rows of works that are computed together to the first one's monitor, one thread
// at a time, and remembers a "stop".
class CpuProgress {
 public:
  explicit CpuProgress(std::span<const MagickAccelerateWork> works);

  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // False once the work should stop.
  bool Add(std::size_t rows);

 private:
  const MagickAccelerateProgress progress_;
  void* const context_;
  std::uint64_t rows_ = 0;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::atomic<bool> cancelled_{false};
};

// Why the CPU cannot compute a work that its record does not tell of.
struct Refusal {
  const char* reason;
};

// Computes destination rows [begin, end) and reports progress. False, or std::bad_alloc: out of
// memory. May throw a Refusal.
using Band = std::function<bool(std::size_t begin, std::size_t end, CpuProgress& progress)>;

}  // namespace lodestone::accel
