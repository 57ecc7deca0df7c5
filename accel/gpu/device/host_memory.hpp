// Pinned host memory, which the device's link accesses directly.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "accel/gpu/driver.hpp"
#include "accel/gpu/device/workers.hpp"

namespace lodestone::accel::gpu {

// Ordinary private memory that the driver pins: as fast as memory that the driver allocates, and a
// forked child gets its own copy, while the driver's memory would be shared with the child for
// writing too.
class PinnedMemory {
 public:
  // Throws Problem.
  PinnedMemory(Context& context, size_t bytes, Workers& workers);

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

  Pages pages_;  // outlive the pin
  MemoryOwner pin_;
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
  StagingRing(Context& context, size_t slots, size_t slot_bytes, Workers& workers)
      : slots(slots), slot_bytes(slot_bytes), memory(context, slots * slot_bytes, workers) {}
  unsigned char* Slot(size_t number) const { return memory.data() + number % slots * slot_bytes; }

  const size_t slots, slot_bytes;
  PinnedMemory memory;
};

// The rings for one direction of a device's calls: a few, since the link is busy with one or two
// calls at a time. Thread-safety: any.
class StagingRings {
 public:
  struct Returner {
    StagingRings* rings = nullptr;
    void operator()(StagingRing* ring) const noexcept { rings->Return(ring); }
  };
  using Lease = std::unique_ptr<StagingRing, Returner>;

  // Waits while all are in use: the transfers of calls without one would slow down all others. A
  // call takes one for its upload before one for its download. Null if there is no memory.
  Lease Take(Context& context, size_t slots, size_t slot_bytes, Workers& workers);

 private:
  void Return(StagingRing* ring) noexcept;

  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<StagingRing>> idle_;
  unsigned count_ = 0;
};

}  // namespace lodestone::accel::gpu
