#include "magick/core/pixels/pixel_cache.hpp"

#include <string>
#include <utility>

#include "base/checked_size.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/core/resources/limit_reason.hpp"
#include "magick/resource.h"

using lodestone::OldPixels;
using lodestone::PixelLayout;
using lodestone::PixelStore;
using lodestone::StoreReference;

namespace {

using lodestone::CheckedSize;

MagickPassFail Refuse(const Image* image, ResourceType limit, ExceptionInfo* exception) {
  const std::string size = std::to_string(image->columns) + "x" + std::to_string(image->rows);
  lodestone::Throw(exception, ResourceLimitError, lodestone::LimitReason(limit, size).c_str(),
                   image->filename);
  return MagickFail;
}

bool MakeNew(Image* image, PixelLayout layout, ExceptionInfo* exception) {
  StoreReference store(lodestone::CreateStoreFor(image, layout, exception));
  if (!store) return false;
  image->cache->Take(std::move(store));
  return true;
}

}  // namespace

MagickPassFail lodestone::CheckImagePixelLimits(const Image* image, ExceptionInfo* exception) {
  if (image->columns == 0 || image->rows == 0) {
    Throw(exception, ResourceError, "No pixels defined in cache", image->filename);
    return MagickFail;
  }
  const bool limited = !image->cache->intermediate();
  if (limited && !AcquireMagickResource(WidthResource, image->columns)) {
    return Refuse(image, WidthResource, exception);
  }
  if (limited && !AcquireMagickResource(HeightResource, image->rows)) {
    return Refuse(image, HeightResource, exception);
  }
  const CheckedSize pixels = CheckedSize(image->columns) * image->rows;
  const CheckedSize bytes = pixels * (sizeof(PixelPacket) + sizeof(IndexPacket)) + 2 * 4096;
  if (!bytes.valid() || (limited && !AcquireMagickResource(PixelsResource, pixels.value()))) {
    return Refuse(image, PixelsResource, exception);
  }
  return MagickPass;
}

PixelStore* lodestone::CreateStoreFor(const Image* image, PixelLayout layout,
                                      ExceptionInfo* exception) {
  if (CheckImagePixelLimits(image, exception) == MagickFail) return nullptr;
  return PixelStore::Create(image->columns, image->rows, layout, image->filename, exception);
}

bool lodestone::NewPixelsToOverwrite(Image* image, ExceptionInfo* exception) {
  return MakeNew(image, PixelLayout::Packets(HasIndexes(image)), exception);
}

bool lodestone::NewGreyPixelsToOverwrite(Image* image, unsigned long levels,
                                         ExceptionInfo* exception) {
  return MakeNew(image, PixelLayout::Grey(levels), exception);
}

bool lodestone::HasGreyPixels(const Image* image) {
  return image->cache->has_grey_pixels();
}

bool _CacheInfo::has_grey_pixels() const {
  const std::lock_guard lock(mutex_);
  return grey_ != nullptr;
}

bool _CacheInfo::has_pixels() const {
  if (packets_.load(std::memory_order_acquire) != nullptr) return true;
  const std::lock_guard lock(mutex_);
  return packets_.load(std::memory_order_relaxed) != nullptr || grey_ != nullptr;
}

// The lock is held.
PixelStore* _CacheInfo::Store() const {
  return grey_ != nullptr ? grey_ : packets_.load(std::memory_order_relaxed);
}

StoreReference _CacheInfo::Hold() const {
  const std::lock_guard lock(mutex_);
  PixelStore* store = Store();
  if (store != nullptr) store->Reference();
  return StoreReference(store);
}

bool _CacheInfo::IsFetched() const {
  const std::lock_guard lock(mutex_);
  const PixelStore* store = Store();
  return store == nullptr || store->device_pixels().in_host();
}

StoreReference _CacheInfo::HoldUnfetched() const {
  const std::lock_guard lock(mutex_);
  PixelStore* store = Store();
  if (store == nullptr || store->device_pixels().in_host()) return StoreReference();
  store->Reference();
  return StoreReference(store);
}

// No lock on the pixels is held: fetching emits an event, and its receiver may access the image. A
// reference is taken only to pixels that are not being written yet: a writer would take it for that
// of another image, and allocate pixels of its own.
bool _CacheInfo::Fetch(const Image* image, ExceptionInfo* exception) {
  if (IsFetched()) return true;
  const std::lock_guard lock(fetch_mutex_);
  const StoreReference held = HoldUnfetched();
  return !held || held->Fetch(image->filename, exception);
}

void _CacheInfo::Replace(PixelStore* store) {
  const bool grey = store != nullptr && store->grey();
  const StoreReference old_grey(std::exchange(grey_, grey ? store : nullptr));
  const StoreReference old(packets_.exchange(grey ? nullptr : store, std::memory_order_acq_rel));
}

PixelStore* _CacheInfo::Own(const Image* image, OldPixels old, ExceptionInfo* exception) {
  const bool indexed = lodestone::HasIndexes(image);
  PixelStore* store = Store();
  const bool same_size =
      store != nullptr && store->columns() == image->columns && store->rows() == image->rows;
  if (same_size && !store->grey() && store->TakeForWriting()) {
    if (!indexed || store->indexes() != nullptr) return store;
    return store->AddIndexes(image->filename, exception) ? store : nullptr;
  }
  if (lodestone::CheckImagePixelLimits(image, exception) == MagickFail) return nullptr;
  PixelStore* own =
      same_size && old == OldPixels::kKept
          ? store->Copy(indexed, image->filename, exception)
          : PixelStore::Create(image->columns, image->rows, PixelLayout::Packets(indexed),
                               image->filename, exception);
  if (own != nullptr) Replace(own);
  return own;
}

bool _CacheInfo::TakeForWriting() {
  const std::lock_guard lock(mutex_);
  PixelStore* const store = Store();
  return store != nullptr && store->TakeForWriting();
}

void _CacheInfo::Take(StoreReference store) {
  const std::lock_guard lock(mutex_);
  Replace(store.release());
}

PixelStore* _CacheInfo::Writable(const Image* image, OldPixels old, ExceptionInfo* exception) {
  if (old == OldPixels::kKept && !Fetch(image, exception)) return nullptr;
  const std::lock_guard lock(mutex_);
  PixelStore* before = packets_.load(std::memory_order_relaxed);
  PixelStore* store = Own(image, old, exception);
  if (store == nullptr) return nullptr;
  const bool rewritten = store == before && old == OldPixels::kDiscarded;
  const auto needed = rewritten ? PixelStore::Before::kOverwritten : PixelStore::Before::kNeeded;
  return store->BeginWriting(needed, image->filename, exception) ? store : nullptr;
}

const PixelStore* _CacheInfo::Readable(const Image* image, ExceptionInfo* exception) {
  const PixelStore* store = packets_.load(std::memory_order_acquire);
  if (store == nullptr) {
    const StoreReference grey = Hold();
    if (!grey) {
      lodestone::Throw(exception, CacheError, "Pixel cache is not open", image->filename);
      return nullptr;
    }
    if (grey->grey()) {
      StoreReference expanded(grey->Expand(image->filename, exception));
      if (!expanded) return nullptr;
      const std::lock_guard lock(mutex_);
      if (grey_ == grey.get()) Replace(expanded.release());
    }
    store = packets_.load(std::memory_order_acquire);
  }
  return store->Fetch(image->filename, exception) ? store : nullptr;
}

void _CacheInfo::EndWriting() const {
  if (const PixelStore* store = packets_.load(std::memory_order_acquire)) store->EndWriting();
}

void _CacheInfo::ShareFrom(const _CacheInfo& other) {
  Take(other.Hold());
  virtual_pixel_method_ = other.virtual_pixel_method();
}

void _CacheInfo::Reset() {
  Take(StoreReference());
}
