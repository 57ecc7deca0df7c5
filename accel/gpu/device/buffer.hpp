// An image that stays on the device between calls.
#pragma once

#include <atomic>

#include "accel/gpu/device/memory.hpp"

struct MagickAccelerateBuffer {
  lodestone::accel::gpu::Memory* get() const { return wrapped ? wrapped.get() : block.get(); }
  uint64_t bytes() const { return wrapped ? wrapped_bytes : block.bytes(); }
  uint32_t StrideOf(uint32_t columns) const { return wrapped ? stride_px : columns; }

  lodestone::accel::gpu::DeviceMemory::Block block;
  std::atomic<bool> has_other_users{false};
  // Somebody else's memory instead.
  lodestone::accel::gpu::MemoryOwner wrapped;
  uint64_t wrapped_bytes = 0;
  size_t stride_bytes = 0;
  uint32_t stride_px = 0;
};
