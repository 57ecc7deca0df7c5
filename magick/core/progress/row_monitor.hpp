// Progress of an operation that works on the rows of an image.
#pragma once

#include <atomic>

#include "magick/core/progress/progress.hpp"
#include "magick/image.h"
#include "magick/monitor.h"

namespace lodestone {

// Reports completed rows to the monitor, from any thread.
class RowMonitor {
 public:
  RowMonitor(const Image* image, const char* text, ExceptionInfo* exception)
      : image_(image), text_(text), exception_(exception) {}

  // False if the operation is to stop.
  bool Done() {
    const auto step = static_cast<magick_int64_t>(done_.fetch_add(1));
    if (QuantumTick(step, image_->rows) &&
        MagickMonitorFormatted(step, image_->rows, exception_, text_, image_->filename) ==
            MagickFail)
      keep_going_.store(false);
    return keep_going();
  }
  bool keep_going() const { return keep_going_.load(std::memory_order_relaxed); }

 private:
  const Image* const image_;
  const char* const text_;
  ExceptionInfo* const exception_;
  std::atomic<unsigned long> done_{0};
  std::atomic<bool> keep_going_{true};
};

}  // namespace lodestone
