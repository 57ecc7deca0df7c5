// Reading all pixels of an image on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "base/thread_pool.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone {

constexpr std::size_t kPixelsPerRun = 4096;

// Grey samples become packets a run at a time, not an image of packets.
class PixelRuns {
 public:
  // Empty with *exception set if the pixels cannot be read.
  PixelRuns(const Image* image, ExceptionInfo* exception)
      : grey_(GreySamples::Of(image, exception)),
        pixels_(grey_ ? nullptr
                      : AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception)) {}

  explicit operator bool() const { return grey_ || pixels_ != nullptr; }
  template <typename Body>
  void Visit(std::size_t first, std::size_t count, const Body& body) const {
    if (!grey_) return body(pixels_ + first, count);
    PixelPacket packets[kPixelsPerRun];
    std::transform(grey_.Row(0) + first, grey_.Row(0) + first + count, packets, GreyPacket);
    body(packets, count);
  }

 private:
  const GreySamples grey_;
  const PixelPacket* const pixels_;
};

// Calls body(run, count) for disjoint runs of pixels that cover the image, on several threads if
// the image is large. False with *exception set if the pixels cannot be read.
template <typename Body>
bool ScanPixels(const Image* image, ExceptionInfo* exception, Body body) {
  const PixelRuns pixels(image, exception);
  if (!pixels) return false;
  const std::size_t count = static_cast<std::size_t>(image->columns) * image->rows;
  const std::size_t runs = (count + kPixelsPerRun - 1) / kPixelsPerRun;
  const std::size_t grain = accel::RowsPerTask(kPixelsPerRun);
  accel::ParallelBands(runs, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t run = begin; run < end; run++) {
      const std::size_t first = run * kPixelsPerRun;
      pixels.Visit(first, std::min(kPixelsPerRun, count - first), body);
    }
  });
  return true;
}

// True if the predicate holds for every pixel; stops soon after the first one that fails.
template <typename Predicate>
bool AllPixels(const Image* image, ExceptionInfo* exception, Predicate predicate) {
  std::atomic<bool> all{true};
  const bool read =
      ScanPixels(image, exception, [&all, predicate](const PixelPacket* run, std::size_t count) {
        if (!all.load(std::memory_order_relaxed)) return;
        if (!std::all_of(run, run + count, predicate)) all.store(false, std::memory_order_relaxed);
      });
  return read && all.load();
}

}  // namespace lodestone
