// Pinned host memory, which the device's link accesses directly.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "accel/opencl/device/api.hpp"
#include "accel/opencl/device/workers.hpp"

namespace lodestone::accel::opencl {

// Ordinary private memory under a buffer, which makes drivers pin it: as fast as memory of
// CL_MEM_ALLOC_HOST_PTR, and a forked child gets its own copy, while the driver's memory would be
// shared with the child for writing too.
class PinnedMemory {
 public:
  // Throws Problem.
  PinnedMemory(cl_context context, size_t bytes, Workers& workers, const std::string& device);

  unsigned char* data() const { return pages_.data; }

 private:
  struct Pages {
    explicit Pages(size_t bytes);
    ~Pages();
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    void Touch(Workers& workers) const;

    const size_t bytes;
    unsigned char* data = nullptr;
  };

  Pages pages_;  // outlive the buffer
  Buffer buffer_;
};

// The blocks that the host asked for. Thread-safety: any.
class HostMemory {
 public:
  void* Add(std::unique_ptr<PinnedMemory> piece);
  void Remove(void* data);

 private:
  std::mutex mutex_;
  std::map<void*, std::unique_ptr<PinnedMemory>> pieces_;
};

// Staging memory for one direction of one call: as many pieces in flight as it has slots.
struct StagingRing {
  StagingRing(cl_context context, size_t slots, size_t slot_bytes, Workers& workers,
              const std::string& device)
      : slots(slots),
        slot_bytes(slot_bytes),
        memory(context, slots * slot_bytes, workers, device) {}
  unsigned char* Slot(size_t number) const { return memory.data() + number % slots * slot_bytes; }

  const size_t slots, slot_bytes;
  PinnedMemory memory;
};

// The rings not in use by any call. Thread-safety: any.
class StagingRings {
 public:
  // Null if the limit is reached, or if there is no memory for another.
  std::unique_ptr<StagingRing> Take(cl_context context, size_t slots, size_t slot_bytes,
                                    Workers& workers, const std::string& device);
  void Return(std::unique_ptr<StagingRing> ring) noexcept;

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<StagingRing>> idle_;
  unsigned count_ = 0;
};

}  // namespace lodestone::accel::opencl
