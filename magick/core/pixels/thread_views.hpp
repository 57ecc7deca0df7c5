// The implementation of image->default_views.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "magick/core/pixels/pixel_view.hpp"

// The default views of an image: one for each thread that accessed it.
struct _ThreadViewSet {
 public:
  _ThreadViewSet();
  // Throws std::bad_alloc. The view stays where it is until the set is destroyed.
  lodestone::PixelView& ForThisThread();

 private:
  const std::uint64_t serial_;  // never reused, so that a thread's cached entry cannot be stale
  std::mutex mutex_;
  // A thread that ends leaves its view to the next thread with the same id.
  std::vector<std::pair<std::thread::id, std::unique_ptr<lodestone::PixelView>>> views_;
};
