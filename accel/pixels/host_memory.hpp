// Host memory that a device reads and writes at the speed of its link. Getting it takes long, so
// whoever gets some should keep it. Threads: safe.
#pragma once

#include <cstddef>

namespace lodestone::accel {

class PluginDevice;

// Page-aligned, contents undefined; null unless a device that would gain from it has done work in
// this process and what is given out stays within a quarter of the machine's memory.
void* AcquireHostMemory(std::size_t bytes);

// False for memory that is not from here, which is left alone. In a forked child nothing happens:
// the memory is its parent's.
bool ReleaseHostMemory(void* data);

// True for memory that came from this device.
bool IsHostMemoryOf(const PluginDevice& device, const void* data);

}  // namespace lodestone::accel
