// Pinned host memory, which a device accesses at the full speed of its link. Allocating it is slow,
// so callers should keep it. Threads: safe.
#pragma once

#include <cstddef>

namespace lodestone::accel {

class PluginDevice;

// Page-aligned, contents undefined; null unless a device that would gain from it has run work in
// this process and the total stays within a quarter of the machine's memory.
void* AcquireHostMemory(std::size_t bytes);

// False if AcquireHostMemory gives memory that the device likely to be used reads faster.
bool IsBestHostMemory(const void* data);

// False for memory not allocated here, which is left alone. Does nothing in a forked child: the
// memory is its parent's.
bool ReleaseHostMemory(void* data);

// True for memory allocated by this device, or by another one for both, from its first byte to its
// last.
bool IsHostMemoryOf(const PluginDevice& device, const void* data);

}  // namespace lodestone::accel
