#include "magick/pixel_cache.hpp"

#include <array>

#include "magick/error.hpp"

using lodestone::OldPixels;
using lodestone::PixelStore;
using lodestone::PixelView;

bool lodestone::MakePixelsToRewrite(Image* image, ExceptionInfo* exception) {
  return image->cache->MakeNew(image, exception);
}

PixelStore* _CacheInfo::Own(const Image* image, OldPixels old, ExceptionInfo* exception) {
  const bool indexed = lodestone::HasIndexes(image);
  PixelStore* store = store_.load(std::memory_order_relaxed);
  const bool same_size =
      store != nullptr && store->columns() == image->columns && store->rows() == image->rows;
  if (same_size && !store->shared()) {
    if (!indexed || store->indexes() != nullptr) return store;
    return store->AddIndexes(image->filename, exception) ? store : nullptr;
  }
  if (lodestone::CheckImagePixelLimits(image, exception) == MagickFail) return nullptr;
  PixelStore* own =
      same_size && old == OldPixels::kKept
          ? store->Copy(indexed, image->filename, exception)
          : PixelStore::Create(image->columns, image->rows, indexed, image->filename, exception);
  if (own == nullptr) return nullptr;
  store_.store(own, std::memory_order_release);
  if (store != nullptr) store->Release();
  return own;
}

bool _CacheInfo::MakeNew(const Image* image, ExceptionInfo* exception) {
  const std::lock_guard lock(mutex_);
  return Own(image, OldPixels::kUnwanted, exception) != nullptr;
}

PixelStore* _CacheInfo::Writable(const Image* image, OldPixels old, ExceptionInfo* exception) {
  const std::lock_guard lock(mutex_);
  PixelStore* before = store_.load(std::memory_order_relaxed);
  PixelStore* store = Own(image, old, exception);
  if (store == nullptr) return nullptr;
  const bool rewritten = store == before && old == OldPixels::kUnwanted;
  const auto needed = rewritten ? PixelStore::Before::kRewritten : PixelStore::Before::kNeeded;
  return store->BeginWriting(needed, image->filename, exception) ? store : nullptr;
}

void _CacheInfo::ShareFrom(const _CacheInfo& other) {
  PixelStore* store = other.store_.load(std::memory_order_acquire);
  if (store != nullptr) store->Reference();
  PixelStore* before = store_.exchange(store, std::memory_order_acq_rel);
  if (before != nullptr) before->Release();
  virtual_pixel_method_ = other.virtual_pixel_method();
}

void _CacheInfo::Reset() {
  PixelStore* before = store_.exchange(nullptr, std::memory_order_acq_rel);
  if (before != nullptr) before->Release();
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
