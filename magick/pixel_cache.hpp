// Behind image->cache and image->default_views.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "magick/pixel_cache.h"
#include "magick/pixel_store.hpp"
#include "magick/pixel_view.hpp"

namespace lodestone {

// What becomes of the contents when an image gets pixels of its own.
enum class OldPixels {
  kKept,     // if the size is unchanged, else all 0
  kUnwanted  // all 0, but undefined after MakePixelsToRewrite
};

// Pixels of its own for an image whose creator writes every one of them, or destroys it. False
// with *exception set.
bool MakePixelsToRewrite(Image* image, ExceptionInfo* exception);

// The pixels of `image` change: earlier promises about them are void.
void NotePixelChange(Image* image);

}  // namespace lodestone

// One an image: refers to the pixels, which may be shared with other images until written to.
struct _CacheInfo {
 public:
  _CacheInfo() = default;
  ~_CacheInfo() { Reset(); }
  _CacheInfo(const _CacheInfo&) = delete;
  _CacheInfo& operator=(const _CacheInfo&) = delete;

  // Null as long as there are no pixels.
  lodestone::PixelStore* store() const { return store_.load(std::memory_order_acquire); }

  // The pixels of `image`, of its present size and class, no longer shared, in memory and nowhere
  // else; null with *exception. `old` matters only where they are new: unshared ones of that size
  // stay. Threads: safe.
  lodestone::PixelStore* Writable(const Image* image, lodestone::OldPixels old,
                                  ExceptionInfo* exception);
  // The same without any memory: the pixels are nowhere until somebody writes them.
  bool MakeNew(const Image* image, ExceptionInfo* exception);

  // Share the pixels and the virtual pixel method of another image.
  void ShareFrom(const _CacheInfo& other);
  void Reset();

  VirtualPixelMethod virtual_pixel_method() const { return virtual_pixel_method_; }
  void set_virtual_pixel_method(VirtualPixelMethod method) { virtual_pixel_method_ = method; }

 private:
  lodestone::PixelStore* Own(const Image* image, lodestone::OldPixels old,
                             ExceptionInfo* exception);

  std::atomic<lodestone::PixelStore*> store_{nullptr};
  std::atomic<VirtualPixelMethod> virtual_pixel_method_{UndefinedVirtualPixelMethod};
  std::mutex mutex_;
};

// The default views of an image: one for each thread that looked at it.
struct _ThreadViewSet {
 public:
  _ThreadViewSet();
  // Throws std::bad_alloc. The view stays where it is until the set is destroyed.
  lodestone::PixelView& ForThisThread();

 private:
  const std::uint64_t serial_;  // never used again, so that a thread's memory of it cannot mislead
  std::mutex mutex_;
  // A thread that ends leaves its view to the next that gets the same id.
  std::vector<std::pair<std::thread::id, std::unique_ptr<lodestone::PixelView>>> views_;
};
