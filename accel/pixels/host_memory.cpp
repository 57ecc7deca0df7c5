#include "accel/pixels/host_memory.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>

#include "accel/mode.hpp"
#include "accel/modules/owner.hpp"
#include "accel/modules/registry.hpp"
#include "base/on_first_use.hpp"

namespace lodestone::accel {
namespace {

constexpr std::size_t kMemoryDivisor = 4;  // fraction of the machine's memory, as a divisor

struct Block {
  std::size_t bytes = 0;
  std::shared_ptr<PluginDevice> device;
};

struct Blocks {
  std::mutex mutex;
  std::map<const void*, Block> given;
  std::size_t bytes = 0;
};

// Some may have been given.
constinit std::atomic<bool> any_given{false};

Blocks& GetBlocks() {
  static constinit OnFirstUse<Blocks> blocks;
  Blocks& made = blocks.Get();
  any_given = true;
  return made;
}

std::size_t MaxBytes() {
  struct Most {
    std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / kMemoryDivisor;
  };
  static constinit OnFirstUse<Most> most;
  return most.Get().bytes;
}

// The best device that images are likely to be uploaded to.
std::shared_ptr<PluginDevice> LikelyDevice() {
  if (MagickAccelerateGetMode() == MagickAccelerateOff) return nullptr;
  const DeviceSelector selector = CurrentSelector();
  for (const auto& device : Registry::Get().Devices())
    if (device->InUse() && IsSelected(*device, selector)) return device;
  return nullptr;
}

// Counts the bytes in advance, so that concurrent threads cannot exceed the limit together.
bool Reserve(Blocks& blocks, std::size_t bytes) {
  const std::lock_guard lock(blocks.mutex);
  if (bytes > MaxBytes() || blocks.bytes > MaxBytes() - bytes) return false;
  blocks.bytes += bytes;
  return true;
}

// In a forked child the lock may belong to a thread that does not exist there.
std::unique_lock<std::mutex> Lock(Blocks& blocks) {
  if (!Registry::Forked()) return std::unique_lock(blocks.mutex);
  return std::unique_lock(blocks.mutex, std::try_to_lock);
}

}  // namespace

void* AcquireHostMemory(std::size_t bytes) {
  Registry& registry = Registry::Get();
  if (!registry.IsOpen() || Registry::Forked()) return nullptr;
  const std::shared_ptr<PluginDevice> device = LikelyDevice();
  Blocks& blocks = GetBlocks();
  if (!device || !Reserve(blocks, bytes)) return nullptr;
  void* data = device->AcquireHostMemory(bytes);
  const std::lock_guard lock(blocks.mutex);
  if (data)
    blocks.given[data] = {bytes, device};
  else
    blocks.bytes -= bytes;
  return data;
}

bool IsBestHostMemory(const void* data) {
  if (!Registry::Get().IsOpen() || Registry::Forked()) return true;
  const std::shared_ptr<PluginDevice> device = LikelyDevice();
  return !device || IsHostMemoryOf(*device, data);
}

bool ReleaseHostMemory(void* data) {
  if (!any_given) return false;
  Blocks& blocks = GetBlocks();
  Block block;
  {
    const auto lock = Lock(blocks);
    if (!lock) return true;
    const auto found = blocks.given.find(data);
    if (found == blocks.given.end()) return false;
    block = std::move(found->second);
    blocks.given.erase(found);
    blocks.bytes -= block.bytes;
  }
  if (!Registry::Forked()) block.device->ReleaseHostMemory(data);
  return true;
}

bool IsHostMemoryOf(const PluginDevice& device, const void* data) {
  Blocks& blocks = GetBlocks();
  const std::lock_guard lock(blocks.mutex);
  const auto after = blocks.given.upper_bound(data);
  if (after == blocks.given.begin()) return false;
  const auto& [begin, block] = *std::prev(after);
  const auto offset =
      reinterpret_cast<std::uintptr_t>(data) - reinterpret_cast<std::uintptr_t>(begin);
  return offset < block.bytes && device.SharesHostMemoryOf(*block.device);
}

}  // namespace lodestone::accel
