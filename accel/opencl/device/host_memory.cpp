#include "accel/opencl/device/host_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace lodestone::accel::opencl {
namespace {

// Two calls in both directions.
constexpr unsigned kMaxRings = 4;

constexpr size_t kTouchedAtOnce = 4 << 20;

size_t PageBytes() {
  static const long page = ::sysconf(_SC_PAGESIZE);
  return page > 0 ? static_cast<size_t>(page) : 4096;
}

}  // namespace

PinnedMemory::Pages::Pages(size_t wanted)
    : bytes((wanted + PageBytes() - 1) / PageBytes() * PageBytes()) {
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
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

PinnedMemory::PinnedMemory(cl_context context, size_t bytes, Workers& workers,
                           const std::string& device)
    : pages_(bytes) {
  pages_.Touch(workers);
  cl_int status = CL_SUCCESS;
  buffer_ = Buffer(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, pages_.bytes,
                                  pages_.data, &status));
  CheckAllocation(status, "clCreateBuffer", device);
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

std::unique_ptr<StagingRing> StagingRings::Take(cl_context context, size_t slots, size_t slot_bytes,
                                                Workers& workers, const std::string& device) {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto ring = std::move(idle_.back());
      idle_.pop_back();
      return ring;
    }
    if (count_ == kMaxRings) return nullptr;
    ++count_;
  }
  try {
    return std::make_unique<StagingRing>(context, slots, slot_bytes, workers, device);
  } catch (...) {
    // Transfers continue without it.
    const std::lock_guard lock(mutex_);
    --count_;
    return nullptr;
  }
}

void StagingRings::Return(std::unique_ptr<StagingRing> ring) noexcept {
  if (!ring) return;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(ring));
}

}  // namespace lodestone::accel::opencl
