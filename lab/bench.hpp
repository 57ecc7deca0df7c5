// The lab's bench: kernels of one device, its memory, and times by the device's clock.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "accel/gpu/device/memory.hpp"
#include "accel/gpu/transfers/options.hpp"
#include "accel/gpu/programs/program_builder.hpp"
#include "accel/gpu/device/waiter.hpp"
#include "lab/host.hpp"

namespace lodestone::lab {

using accel::gpu::DeviceFacts;
using accel::gpu::DeviceMemory;
using accel::gpu::DeviceOptions;
using accel::gpu::EventOwner;
using accel::gpu::NowNs;
using accel::gpu::Problem;
using accel::gpu::ProgramCache;
using Kernel = accel::gpu::KernelOwner;

// Work-items across and down; zeros: the driver's default.
using Group = std::array<size_t, 2>;

struct Launch {
  accel::gpu::Kernel* kernel;
  std::array<size_t, 2> items;  // across, down
  Group group;
};

// Memory for a result or for a kernel's input: plain bytes, or an image object whose texels hold
// four pixels each.
struct Memory {
  accel::gpu::Memory* get() const { return image ? image.get() : block.get(); }

  DeviceMemory::Block block;
  accel::gpu::MemoryOwner image;
  size_t columns = 0, rows = 0;  // bytes across; a buffer has one row
  size_t texels = 0;             // across an image
};

// The check of a result.
struct Verdict {
  bool wrong = false;
  unsigned error = 0;  // largest difference of two bytes
  std::string detail;  // what is wrong
};

// Thread-safety: used by one thread. Everything throws Problem.
class Bench {
 public:
  // Opens the device.
  Bench(const DeviceFacts& facts, const DeviceOptions& options, ProgramCache& cache);
  ~Bench() { Drain(); }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  const DeviceFacts& facts() const { return facts_; }
  bool HasExtension(const std::string& name) const;
  // Throws Problem(Declined) unless images of that size can be read and written.
  void NeedImages(size_t columns, size_t rows) const;

  // source: one of experiments.hpp.
  Kernel MakeKernel(const char* source, const std::string& options, const char* name);
  template <typename... Arguments>
  void SetArguments(const Kernel& kernel, const Arguments&... arguments) const {
    uint32_t index = 0;
    (SetOne(*kernel, index++, arguments), ...);
  }
  // Local memory as an argument. Throws Problem(Declined) where there is less.
  void SetTile(const Kernel& kernel, uint32_t index, size_t bytes) const;
  // Maximum work-items per work-group.
  size_t MaxItems(const Kernel& kernel) const;
  // The driver's default, then sizes from 16 work-items up to `max_items`.
  std::vector<Group> AllGroups(size_t max_items) const;
  // `wanted`, or less if the device or the kernel requires it.
  Group Fit(Group wanted, const Kernel& kernel) const;

  Memory Upload(const void* data, size_t bytes);
  template <typename T>
  Memory Upload(const std::vector<T>& values) {
    return Upload(values.data(), values.size() * sizeof(T));
  }
  Memory UploadImage(const Plane& plane);
  Memory MakeBuffer(size_t bytes);
  Memory MakeImage(size_t columns, size_t rows);

  // Fills it with a value that no kernel writes.
  void FillWithSentinel(const Memory& memory);
  // tolerance: the largest difference allowed between bytes.
  Verdict Compare(const Memory& memory, const void* expected, unsigned tolerance = 0);

  // One run makes all launches in order. Nanoseconds, median of several runs.
  uint64_t Time(std::span<const Launch> launches);
  // After an error: waits until the device no longer uses any memory.
  void Drain() { static_cast<void>(queue_->Finish()); }

 private:
  template <typename T>
  static void SetOne(accel::gpu::Kernel& kernel, uint32_t index, const T& value) {
    kernel.Set(index, &value, sizeof(value));
  }
  static void SetOne(accel::gpu::Kernel& kernel, uint32_t index, const Memory& memory) {
    kernel.Set(index, memory.get());
  }
  EventOwner Enqueue(const Launch& launch);
  void Finish();
  void SendTo(const Memory& image, const std::vector<uint8_t>& texels);

  const DeviceFacts facts_;
  ProgramCache& cache_;
  const accel::gpu::ContextOwner context_;
  DeviceMemory memory_;
  accel::gpu::QueueOwner queue_;
  std::map<std::pair<const char*, std::string>, accel::gpu::ProgramOwner> programs_;
};

}  // namespace lodestone::lab
