// Calling code for the rows of images, on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstddef>
#include <mutex>

#include "base/thread_pool.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/image.h"

namespace lodestone {

struct RowShape {
  unsigned long columns, rows;
  int max_threads;  // 0: no limit
};

// Rows that one task computes at least. Small regions are one task.
inline std::size_t RowsAtOnce(const RowShape& shape) {
  constexpr std::size_t kPixels = 4096;
  const std::size_t worthwhile = kPixels / std::max<std::size_t>(shape.columns, 1) + 1;
  if (shape.max_threads <= 0) return worthwhile;
  const auto threads = static_cast<std::size_t>(shape.max_threads);
  return std::max<std::size_t>(worthwhile, shape.rows / threads + (shape.rows % threads != 0));
}

// The exception of one thread, added to that of all when it ends.
class ThreadException {
 public:
  ThreadException(ExceptionInfo* all, std::mutex& mutex) : all_(all), mutex_(mutex) {
    GetExceptionInfo(&own_);
  }
  ~ThreadException() {
    if (all_ != nullptr && own_.severity != UndefinedException) {
      const std::lock_guard lock(mutex_);
      if (own_.severity > all_->severity) CopyException(all_, &own_);
    }
    DestroyExceptionInfo(&own_);
  }
  ThreadException(const ThreadException&) = delete;
  ThreadException& operator=(const ThreadException&) = delete;
  ExceptionInfo* get() { return &own_; }

 private:
  ExceptionInfo* const all_;
  std::mutex& mutex_;
  ExceptionInfo own_;
};

// Calls make_band()(row, exception) for each row, with one band per task, until one returns false;
// and report(rows done before, exception) from time to time, which may return false too.
template <class MakeBand, class Report>
bool ForEachRow(const RowShape& shape, ExceptionInfo* exception, MakeBand make_band,
                Report report) {
  std::atomic<bool> going{true};
  std::atomic<unsigned long> done{0};
  std::mutex mutex;
  const auto run = [&](std::size_t begin, std::size_t end) {
    ThreadException own(exception, mutex);
    auto band = make_band();
    for (std::size_t row = begin; row < end && going.load(std::memory_order_relaxed); ++row) {
      bool fine = Guard(own.get(), false, [&] { return band(row, own.get()); });
      const unsigned long step = done.fetch_add(1);
      if (HasMonitor() && QuantumTick(static_cast<magick_int64_t>(step), shape.rows))
        fine = report(step, own.get()) && fine;
      if (!fine) going.store(false);
    }
  };
  if (shape.max_threads == 1) {
    run(0, shape.rows);
  } else {
    accel::ParallelBands(shape.rows, RowsAtOnce(shape), run);
  }
  return going.load();
}

}  // namespace lodestone
