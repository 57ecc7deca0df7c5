#include "magick/core/pixels/thread_views.hpp"

#include <array>
#include <atomic>

using lodestone::PixelView;

namespace {

std::uint64_t NextSerial() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// The view sets that a thread used last; plain data, nothing to destroy.
struct Remembered {
  std::uint64_t serial = 0;
  PixelView* view = nullptr;
};
constexpr std::size_t kCachedRegions = 16;
thread_local std::array<Remembered, kCachedRegions> remembered;

}  // namespace

_ThreadViewSet::_ThreadViewSet() : serial_(NextSerial()) {}

PixelView& _ThreadViewSet::ForThisThread() {
  Remembered& slot = remembered[serial_ % kCachedRegions];
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
