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
#include "magick/pixels/pixel_store.hpp"
#include "magick/pixels/pixel_view.hpp"

namespace lodestone {

// What becomes of the contents when an image gets pixels of its own.
enum class OldPixels {
  kKept,     // if the size is unchanged, else all 0
  kUnwanted  // all 0, but undefined after MakePixelsToRewrite
};

// Pixels of its own for an image whose creator writes every one of them, or destroys it. They are
// nowhere until then, and take no memory. False with *exception set.
bool MakePixelsToRewrite(Image* image, ExceptionInfo* exception);

// The same as one sample a pixel, for an opaque grey image; `levels` as in PixelLayout.
bool MakeGreyPixelsToRewrite(Image* image, unsigned long levels, ExceptionInfo* exception);

// The pixels are one sample each, and so have whatever indexes follow from them.
bool HasGreyPixels(const Image* image);

// The pixels of `image` change: earlier promises about them are void.
void NotePixelChange(Image* image);

}  // namespace lodestone

// One an image: refers to the pixels, which may be shared with other images until written to.
// Pixels of one sample stay so until somebody asks for packets.
struct _CacheInfo {
 public:
  _CacheInfo() = default;
  ~_CacheInfo() { Reset(); }
  _CacheInfo(const _CacheInfo&) = delete;
  _CacheInfo& operator=(const _CacheInfo&) = delete;

  bool has_pixels() const;
  bool has_grey_pixels() const;
  // The pixels as they are, kept alive: another thread may turn grey ones into packets meanwhile.
  // Empty as long as there are none. Threads: safe.
  lodestone::StoreReference Hold() const;
  // The pixels as packets, in memory; null with *exception set. They stay alive until `image` gets
  // others. Threads: safe.
  const lodestone::PixelStore* Readable(const Image* image, ExceptionInfo* exception);
  // The pixels of `image`, of its present size and class, no longer shared, in packets, in memory
  // and nowhere else; null with *exception. `old` matters only where they are new: unshared ones of
  // that size stay. Threads: safe.
  lodestone::PixelStore* Writable(const Image* image, lodestone::OldPixels old,
                                  ExceptionInfo* exception);
  // After Writable: the pixels have changed.
  void EndWriting() const;
  // From now on these are the pixels.
  void Take(lodestone::StoreReference store);

  // The limits on the size of images are not for these pixels, which nobody else gets to see.
  void SetIntermediate() { intermediate_ = true; }
  bool intermediate() const { return intermediate_; }

  // Share the pixels and the virtual pixel method of another image.
  void ShareFrom(const _CacheInfo& other);
  void Reset();

  VirtualPixelMethod virtual_pixel_method() const { return virtual_pixel_method_; }
  void set_virtual_pixel_method(VirtualPixelMethod method) { virtual_pixel_method_ = method; }

 private:
  lodestone::PixelStore* Own(const Image* image, lodestone::OldPixels old,
                             ExceptionInfo* exception);
  void Replace(lodestone::PixelStore* store);
  lodestone::PixelStore* Store() const;
  bool IsFetched() const;
  lodestone::StoreReference HoldUnfetched() const;
  bool Fetch(const Image* image, ExceptionInfo* exception);

  std::atomic<lodestone::PixelStore*> packets_{nullptr};
  lodestone::PixelStore* grey_ = nullptr;  // instead of packets; guarded by the mutex
  std::atomic<VirtualPixelMethod> virtual_pixel_method_{UndefinedVirtualPixelMethod};
  mutable std::mutex mutex_;
  std::mutex fetch_mutex_;  // one fetches for all; never taken while `mutex_` is held
  bool intermediate_ = false;
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
