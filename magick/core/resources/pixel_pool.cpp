#include "magick/core/resources/pixel_pool.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>

#include "accel/pixels/host_memory.hpp"
#include "base/huge_pages.hpp"
#include "base/on_first_use.hpp"
#include "base/process_id.hpp"
#include "config.h"
#include "magick/resource.h"

#ifdef LS_WITH_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace lodestone {
namespace {

constexpr std::size_t kMemoryDivisor = 8;  // at most limit / kMemoryDivisor is kept
constexpr std::size_t kWasteDivisor = 8;   // a block is at most wanted / kWasteDivisor too large

// The address sanitizer does not track mappings: it is told which bytes may be used, and every
// block gets a guard tail.
#ifdef LS_WITH_ASAN
constexpr std::size_t kGuardBytes = 4096;
void Forbid(const PixelPool::Block& block, std::size_t from) {
  __asan_poison_memory_region(static_cast<char*>(block.data) + from, block.capacity - from);
}
void Allow(const PixelPool::Block& block) {
  __asan_unpoison_memory_region(block.data, block.capacity);
}
#else
constexpr std::size_t kGuardBytes = 0;
void Forbid(const PixelPool::Block&, std::size_t) {}
void Allow(const PixelPool::Block&) {}
#endif

// Memory that a device can transfer directly, if a device is in use.
PixelPool::Block MapForDevice(std::size_t bytes, PixelPool::Contents contents) {
  void* data = accel::AcquireHostMemory(bytes);
  if (data == nullptr) return {};
  if (contents == PixelPool::Contents::kZero) std::memset(data, 0, bytes);
  return {data, bytes};
}

PixelPool::Block Map(std::size_t bytes, PixelPool::Contents contents) {
  if (const PixelPool::Block block = MapForDevice(bytes, contents); block.data != nullptr) {
    return block;
  }
  void* data = MapPages(bytes);
  if (data == nullptr) return {};
  // Zeroed blocks may be only partly written: a damaged file can claim any size.
  if (contents == PixelPool::Contents::kUndefined) RequestPages(data, bytes);
  return {data, bytes};
}

void Unmap(const PixelPool::Block& block) {
  Allow(block);
  if (!accel::ReleaseHostMemory(block.data)) munmap(block.data, block.capacity);
}

// The limit on kept memory, given what is in use.
std::size_t KeptLimit() {
  const magick_int64_t limit = GetMagickResourceLimit(MemoryResource);
  const magick_int64_t left = limit - GetMagickResource(MemoryResource);
  const magick_int64_t most = std::min<magick_int64_t>(limit / kMemoryDivisor, left);
  return most <= 0 ? 0 : std::min<std::uint64_t>(most, PixelPool::kMaxBytes);
}

}  // namespace

void RequestPages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = begin & ~(page - 1);
  // Systems without this flag fault the pages in on first access.
  (void)madvise(reinterpret_cast<void*>(first), begin + bytes - first, MADV_POPULATE_WRITE);
#endif
}

// Blocks to be returned to the system, which is slow: declared before the lock is taken, so that it
// happens after the lock is released.
class PixelPool::Dropped {
 public:
  Dropped() = default;
  ~Dropped() {
    for (std::size_t i = 0; i < count_; ++i) Unmap(blocks_[i]);
  }
  Dropped(const Dropped&) = delete;
  Dropped& operator=(const Dropped&) = delete;
  void Add(const Block& block) { blocks_[count_++] = block; }

 private:
  std::array<Block, kMaxBlocks> blocks_;
  std::size_t count_ = 0;
};

PixelPool& PixelPool::Get() {
  static constinit OnFirstUse<PixelPool> pool;
  return pool.Get();
}

// Not owned while another thread holds it for long: the caller then does without kept blocks, and
// so, permanently, does a child forked at such a moment.
std::unique_lock<std::mutex> PixelPool::Lock() {
  constexpr int kTries = 20;
  std::unique_lock lock(mutex_, std::try_to_lock);
  for (int i = 1; i < kTries && !lock; ++i) {
    std::this_thread::yield();
    static_cast<void>(lock.try_lock());
  }
  return lock;
}

PixelPool::Block PixelPool::Remove(std::size_t position) {
  const Block block = kept_[position].block;
  std::move(kept_.begin() + position + 1, kept_.begin() + count_, kept_.begin() + position);
  --count_;
  kept_bytes_ -= block.capacity;
  return block;
}

void PixelPool::DropOutdated(Dropped& dropped) {
  const long process = ProcessId();
  const Clock::time_point now = Clock::now();
  while (count_ != 0 && (process != process_ || now - kept_[0].since > kIdle)) {
    dropped.Add(Remove(0));
  }
  process_ = process;
}

void PixelPool::ShrinkTo(std::size_t limit, Dropped& dropped) {
  while (kept_bytes_ > limit) dropped.Add(Remove(0));
}

// The smallest kept block that fits and is not much too large.
PixelPool::Block PixelPool::Reuse(std::size_t bytes) {
  Dropped dropped;
  const auto lock = Lock();
  if (!lock) return {};
  DropOutdated(dropped);
  std::size_t best = count_;
  for (std::size_t i = 0; i < count_; ++i) {
    const std::size_t capacity = kept_[i].block.capacity;
    if (capacity < bytes || capacity - bytes > bytes / kWasteDivisor) continue;
    if (best == count_ || capacity < kept_[best].block.capacity) best = i;
  }
  const Block found = best == count_ ? Block{} : Remove(best);
  ShrinkTo(KeptLimit(), dropped);
  return found;
}

// One that is kept, or a new one; what the device in use does not read fastest, since it was kept
// before or is that of another, gives way to new memory.
PixelPool::Block PixelPool::Take(std::size_t bytes, Contents contents) {
  Block block = Reuse(bytes);
  if (block.data == nullptr) return Map(bytes, contents);
  if (!accel::IsBestHostMemory(block.data)) {
    if (const Block pinned = MapForDevice(bytes, contents); pinned.data != nullptr) {
      Unmap(block);
      return pinned;
    }
  }
  Allow(block);
  if (contents == Contents::kZero) std::memset(block.data, 0, bytes);
  return block;
}

PixelPool::Block PixelPool::Acquire(std::size_t bytes, Contents contents) {
  const std::size_t wanted = bytes + kGuardBytes;
  if (wanted < bytes) return {};
  Block block = Take(wanted, contents);
  if (block.data == nullptr) {
    Trim();
    block = Map(wanted, contents);
  }
  if (block.data != nullptr) Forbid(block, bytes);
  return block;
}

bool PixelPool::Keep(Block block) {
  const std::size_t limit = KeptLimit();
  if (block.capacity > limit) return false;
  Dropped dropped;
  const auto lock = Lock();
  if (!lock) return false;
  DropOutdated(dropped);
  ShrinkTo(limit - block.capacity, dropped);
  if (count_ == kMaxBlocks) dropped.Add(Remove(0));
  Forbid(block, 0);
  kept_[count_++] = {block, Clock::now()};
  kept_bytes_ += block.capacity;
  return true;
}

void PixelPool::Release(Block block) {
  if (!Keep(block)) Unmap(block);
}

void PixelPool::Trim() {
  Dropped dropped;
  if (const auto lock = Lock()) ShrinkTo(0, dropped);
}

std::size_t PixelPool::kept_bytes() {
  const auto lock = Lock();
  return lock ? kept_bytes_ : 0;
}

}  // namespace lodestone
