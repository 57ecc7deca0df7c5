#include "magick/core/blob/input_memory.hpp"

#include <bit>
#include <cstring>

#include "config.h"

namespace lodestone {
namespace {

// Of few sizes, so that the next file fits where the last one was. The address sanitizer is to see
// reads beyond the end.
std::size_t Roomy(std::size_t bytes) {
#ifdef LS_WITH_ASAN
  return bytes;
#else
  constexpr std::size_t kSizes = 8;  // between one power of two and the next
  const std::size_t step = std::bit_floor(bytes) / kSizes;
  const std::size_t roomy = (bytes + step - 1) / step * step;
  return roomy < bytes ? bytes : roomy;
#endif
}

}  // namespace

bool InputMemory::Grow(std::size_t bytes, std::size_t used) {
  if (bytes <= capacity_) return true;
  const bool pooled =
      block_.data != nullptr || (bytes >= PixelPool::kMinBytes && !IsAllocatorReplaced());
  if (pooled ? MoveToPool(Roomy(bytes), used) : GrowInHeap(bytes)) return true;
  Release();
  return false;
}

bool InputMemory::GrowInHeap(std::size_t bytes) {
  void* const moved = MagickRealloc(heap_.release(), bytes);
  if (moved == nullptr) return false;
  heap_.reset(static_cast<std::uint8_t*>(moved));
  data_ = heap_.get();
  capacity_ = bytes;
  return true;
}

bool InputMemory::MoveToPool(std::size_t bytes, std::size_t used) {
  const PixelPool::Block block = PixelPool::Get().Acquire(bytes, PixelPool::Contents::kUndefined);
  if (block.data == nullptr) return false;
  if (used != 0) std::memcpy(block.data, data_, used);
  Release();
  block_ = block;
  data_ = static_cast<std::uint8_t*>(block.data);
  capacity_ = bytes;
  return true;
}

void InputMemory::Release() {
  heap_.reset();
  if (block_.data != nullptr) PixelPool::Get().Release(block_);
  block_ = {};
  data_ = nullptr;
  capacity_ = 0;
}

}  // namespace lodestone
