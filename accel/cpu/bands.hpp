// How each operation is computed in bands of rows, for the threads to share.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

#include "accel/plugin.h"

namespace lodestone::accel {

// Tells the monitor about finished rows, one thread at a time, and remembers a "stop".
class Progress {
 public:
  explicit Progress(const MagickAccelerateWork& work) : work_(work) {}

  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // False once the work is to stop.
  bool Add(std::size_t rows);

 private:
  const MagickAccelerateWork& work_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::atomic<bool> cancelled_{false};
};

// Computes destination rows [begin, end) and tells how they come along. False: out of memory.
using Band = std::function<bool(std::size_t begin, std::size_t end, Progress& progress)>;

// What computes the work, its finish included, or nothing for an unknown operation. The returned
// function refers to `work`.
Band BandOf(const MagickAccelerateWork& work);

// Rows of a band: enough pixels to be worth a task, and enough rows that the source rows which two
// neighbouring bands both need are few.
std::size_t BandRows(const MagickAccelerateWork& work);

// About as many operations on single samples as the work needs, for predicting how long it takes;
// 0 where moving the pixels takes longer.
double OperationsOf(const MagickAccelerateWork& work);

}  // namespace lodestone::accel
