#include "magick/pixels/pixel_cache.hpp"

#include <array>
#include <utility>

#include "magick/core/error.hpp"

using lodestone::OldPixels;
using lodestone::PixelLayout;
using lodestone::PixelStore;
using lodestone::PixelView;
using lodestone::StoreReference;

namespace {

bool MakeNew(Image* image, PixelLayout layout, ExceptionInfo* exception) {
  StoreReference store(PixelStore::CreateFor(image, layout, exception));
  if (!store) return false;
  image->cache->Take(std::move(store));
  return true;
}

}  // namespace

bool lodestone::MakePixelsToRewrite(Image* image, ExceptionInfo* exception) {
  return MakeNew(image, PixelLayout::Packets(HasIndexes(image)), exception);
}

bool lodestone::MakeGreyPixelsToRewrite(Image* image, unsigned long levels,
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

// No lock on the pixels is held: an event tells of it, and whoever hears that may look at the
// image. Only pixels that nobody is writing to yet get a reference here: writers would take it for
// that of another image, and leave these pixels to it.
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
  const bool rewritten = store == before && old == OldPixels::kUnwanted;
  const auto needed = rewritten ? PixelStore::Before::kRewritten : PixelStore::Before::kNeeded;
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

namespace {

std::uint64_t NextSerial() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// What a thread remembers of the view sets it used last; plain data, nothing to destroy.
struct Remembered {
  std::uint64_t serial = 0;
  PixelView* view = nullptr;
};
constexpr std::size_t kRemembered = 16;
thread_local std::array<Remembered, kRemembered> remembered;

}  // namespace

_ThreadViewSet::_ThreadViewSet() : serial_(NextSerial()) {}

PixelView& _ThreadViewSet::ForThisThread() {
  Remembered& slot = remembered[serial_ % kRemembered];
  if (slot.serial == serial_) return *slot.view;
  const std::thread::id thread = std::this_thread::get_id();
  const std::lock_guard lock(mutex_);
  PixelView* view = nullptr;
  for (const auto& [owner, candidate] : views_) {
    if (owner == thread) view = candidate.get();
  }
  if (view == nullptr) {
    view = views_.emplace_back(thread, std::make_unique<PixelView>()).second.get();
  }
  slot = {serial_, view};
  return *view;
}
