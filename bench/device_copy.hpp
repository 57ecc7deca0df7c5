// How much to copy within the memory of a device to measure its bandwidth.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lodestone::bench {

struct MemorySizes {
  std::uint64_t memory_bytes, allocation_bytes, cache_bytes;
  bool is_cpu;
};

// Bytes to copy: enough that caches do not matter, a whole GiB on a fast device. 0 when the memory
// is too small for that.
inline std::uint64_t CopyBytes(const MemorySizes& sizes) {
  constexpr std::uint64_t kMiB = 1 << 20;
  const std::uint64_t beyond_caches = 4 * sizes.cache_bytes;
  const std::uint64_t bytes = std::max((sizes.is_cpu ? 64 : 1024) * kMiB, beyond_caches);
  const std::uint64_t room = std::min(sizes.memory_bytes / 4, sizes.allocation_bytes);
  return room < std::max(beyond_caches, kMiB) ? 0 : std::min(bytes, room) / kMiB * kMiB;
}

}  // namespace lodestone::bench
