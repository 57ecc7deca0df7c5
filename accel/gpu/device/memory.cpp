#include "accel/gpu/device/memory.hpp"

#include <algorithm>

namespace lodestone::accel::gpu {
namespace {

// Enough for a call of each thread; to release memory stops some devices until all that they do has
// ended.
constexpr size_t kMaxKept = 128;

// A gigabyte, more on large devices and less on small ones: other programs want some, too.
uint64_t KeptBytesOf(uint64_t usable_bytes) {
  constexpr uint64_t kEnough = uint64_t{1} << 30;
  return std::min(usable_bytes / 4, std::max(kEnough, usable_bytes / 16));
}

// A kept buffer may be larger than requested by a factor of two plus this.
constexpr uint64_t kSpareBytes = 64 << 10;

}  // namespace

DeviceMemory::DeviceMemory(const DeviceFacts& facts, uint64_t keep_bytes)
    : device_(facts.stable_name),
      limit_bytes_(facts.usable_bytes),
      keep_bytes_(std::min(KeptBytesOf(facts.usable_bytes), keep_bytes)) {}

DeviceMemory::Block DeviceMemory::Take(Context& context, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  Block block;
  if (Reuse(bytes, &block)) return block;
  if (bytes > limit_bytes_ - used_bytes_) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateDeviceMemory,
                  std::to_string(bytes) + " bytes do not fit into the " +
                      std::to_string(limit_bytes_ - used_bytes_) + " left on " + device_);
  }
  while (bytes > limit_bytes_ - used_bytes_ - kept_bytes_) DropOldest();
  MemoryOwner buffer = Create(context, bytes);
  used_bytes_ += bytes;
  return Block(this, std::move(buffer), bytes, true);
}

bool DeviceMemory::Reuse(uint64_t bytes, Block* block) {
  auto best = kept_.end();
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
    if (kept->bytes < bytes || kept->bytes - bytes > bytes + kSpareBytes) continue;
    if (best == kept_.end() || kept->bytes < best->bytes) best = kept;
  }
  if (best == kept_.end()) return false;
  *block = Block(this, std::move(best->buffer), best->bytes, false);
  kept_bytes_ -= best->bytes;
  used_bytes_ += best->bytes;
  kept_.erase(best);
  return true;
}

MemoryOwner DeviceMemory::Create(Context& context, uint64_t bytes) {
  for (;;) {
    try {
      return context.Allocate(static_cast<size_t>(bytes));
    } catch (const Problem&) {
      if (kept_.empty()) throw;
    }
    DropOldest();
  }
}

void DeviceMemory::DropOldest() {
  kept_bytes_ -= kept_.front().bytes;
  kept_.pop_front();
}

void DeviceMemory::Return(MemoryOwner buffer, uint64_t bytes, bool keep) noexcept {
  const std::lock_guard lock(mutex_);
  used_bytes_ -= bytes;
  if (!keep || bytes > keep_bytes_) return;
  try {
    kept_.push_back({std::move(buffer), bytes});
  } catch (...) {
    return;  // it is released instead
  }
  kept_bytes_ += bytes;
  while (kept_bytes_ > keep_bytes_ || kept_.size() > kMaxKept) DropOldest();
}

uint64_t DeviceMemory::FreeBytes() const {
  const std::lock_guard lock(mutex_);
  return limit_bytes_ - used_bytes_;
}

void DeviceMemory::Trim() {
  const std::lock_guard lock(mutex_);
  while (!kept_.empty()) DropOldest();
}

}  // namespace lodestone::accel::gpu
