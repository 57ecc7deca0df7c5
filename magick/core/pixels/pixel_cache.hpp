// The implementation of image->cache and image->default_views.
#pragma once

#include <atomic>
#include <mutex>

#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_store.hpp"

namespace lodestone {

// What happens to the contents when an image gets pixels of its own.
enum class OldPixels {
  kKept,      // if the size is unchanged, else all 0
  kDiscarded  // all 0, but undefined after NewPixelsToOverwrite
};

// New unshared pixels for an image whose creator writes every one of them, or destroys it. They
// have no location and take no memory until then. False with *exception set.
bool NewPixelsToOverwrite(Image* image, ExceptionInfo* exception);

// The same with one sample per pixel, for an opaque grey image; `levels` as in PixelLayout.
bool NewGreyPixelsToOverwrite(Image* image, unsigned long levels, ExceptionInfo* exception);

// The pixels are one sample each, and any indexes follow from them.
bool HasGreyPixels(const Image* image);

// MagickFail with a ResourceLimitError if the size of `image` exceeds a limit, is 0, or is too
// large to address. Intermediate images are exempt from limits. Allocates nothing.
MagickPassFail CheckImagePixelLimits(const Image* image, ExceptionInfo* exception);

// A new store of the size of `image`, with one reference, within the limits; null with *exception
// set.
PixelStore* CreateStoreFor(const Image* image, PixelLayout layout, ExceptionInfo* exception);

// Called when the pixels of `image` change: what was known about them no longer holds.
void RecordPixelChange(Image* image);

}  // namespace lodestone

// One per image: refers to the pixels, which may be shared with other images until written to.
// One-sample pixels stay that way until packets are requested.
struct _CacheInfo {
 public:
  _CacheInfo() = default;
  ~_CacheInfo() { Reset(); }
  _CacheInfo(const _CacheInfo&) = delete;
  _CacheInfo& operator=(const _CacheInfo&) = delete;

  bool has_pixels() const;
  bool has_grey_pixels() const;
  // The pixels as they are, kept alive: another thread may convert grey ones to packets meanwhile.
  // Empty as long as there are none. Threads: safe.
  lodestone::StoreReference Hold() const;
  // The pixels as packets, in memory; null with *exception set. They stay alive until the pixels of
  // `image` are replaced. Threads: safe.
  const lodestone::PixelStore* Readable(const Image* image, ExceptionInfo* exception);
  // The pixels of `image`, with its current size and class, unshared, as packets, and valid only in
  // host memory; null with *exception set. `old` matters only if they are new: unshared pixels of
  // that size are kept. Threads: safe.
  lodestone::PixelStore* Writable(const Image* image, lodestone::OldPixels old,
                                  ExceptionInfo* exception);
  // True if no other image shares the pixels, which may then be changed as they are and where they
  // are. Threads: safe.
  bool TakeForWriting();
  // After Writable: the pixels have changed.
  void EndWriting() const;
  // Replaces the pixels.
  void Take(lodestone::StoreReference store);

  // These pixels are exempt from the limits on image size; no other code sees them.
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
  std::mutex fetch_mutex_;  // one thread fetches for all; never taken while `mutex_` is held
  bool intermediate_ = false;
};
