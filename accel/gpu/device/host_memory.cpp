#include "accel/gpu/device/host_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "base/huge_pages.hpp"

namespace lodestone::accel::gpu {
namespace {

// On an H200, 8 threads process 240 images a second with 2, 269 with 3, and 272 with 4.
constexpr unsigned kMaxRings = 3;

constexpr size_t kTouchedAtOnce = 4 << 20;

size_t PageBytes() {
  static const long page = ::sysconf(_SC_PAGESIZE);
  return page > 0 ? static_cast<size_t>(page) : 4096;
}

}  // namespace

PinnedMemory::Pages::Pages(size_t wanted)
    : bytes((wanted + PageBytes() - 1) / PageBytes() * PageBytes()) {
  void* const memory = MapPages(bytes);
  if (memory == nullptr) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateHostMemory,
                  "no host memory for transfers");
  }
  data = static_cast<unsigned char*>(memory);
}

PinnedMemory::Pages::~Pages() {
  ::munmap(data, bytes);
}

// Most of the time for pinning goes into first touches, which several threads share.
void PinnedMemory::Pages::Touch(Workers& workers) const {
  TaskGroup touching;
  for (size_t begin = 0; begin < bytes; begin += kTouchedAtOnce) {
    const size_t end = std::min(bytes, begin + kTouchedAtOnce);
    workers.Submit(touching, [this, begin, end] {
      for (size_t i = begin; i < end; i += PageBytes()) {
        static_cast<volatile unsigned char*>(data)[i] = 0;
      }
    });
  }
  touching.WaitForAll();
}

PinnedMemory::PinnedMemory(Context& context, size_t bytes, Workers& workers) : pages_(bytes) {
  pages_.Touch(workers);
  pin_ = context.Pin(pages_.data, pages_.bytes);
}

void* HostMemory::Add(std::unique_ptr<PinnedMemory> piece) {
  void* const data = piece->data();
  const std::lock_guard lock(mutex_);
  pieces_[data] = std::move(piece);
  return data;
}

void HostMemory::Remove(void* data) {
  std::unique_ptr<PinnedMemory> piece;
  const std::lock_guard lock(mutex_);
  const auto found = pieces_.find(data);
  if (found == pieces_.end()) return;
  piece = std::move(found->second);
  pieces_.erase(found);
}

StagingRings::Lease StagingRings::Take(Context& context, size_t slots, size_t slot_bytes,
                                       Workers& workers) {
  std::unique_lock lock(mutex_);
  returned_.wait(lock, [this] { return !idle_.empty() || count_ < kMaxRings; });
  if (!idle_.empty()) {
    Lease ring(idle_.back().release(), {this});
    idle_.pop_back();
    return ring;
  }
  idle_.reserve(count_ + 1);  // so that Return needs no memory
  ++count_;
  lock.unlock();
  try {
    return Lease(new StagingRing(context, slots, slot_bytes, workers), {this});
  } catch (...) {
    lock.lock();
    --count_;
    returned_.notify_one();
    return {};  // its transfers do without
  }
}

void StagingRings::Return(StagingRing* ring) noexcept {
  {
    const std::lock_guard lock(mutex_);
    idle_.emplace_back(ring);
  }
  returned_.notify_one();
}

}  // namespace lodestone::accel::gpu
