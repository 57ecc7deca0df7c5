// Memory for pixels, counted against the limits: from the heap, from the pool of large blocks, or,
// beyond the memory limit, a memory-mapped temporary file.
#pragma once

#include <cstddef>
#include <utility>

#include "magick/error.h"
#include "magick/core/resources/pixel_pool.hpp"

namespace lodestone {

class PixelBlock {
 public:
  static constexpr std::size_t kAlignment = 64;
  using Contents = PixelPool::Contents;

  PixelBlock() = default;
  ~PixelBlock() { Release(); }
  PixelBlock(PixelBlock&& other) noexcept { Swap(other); }
  PixelBlock& operator=(PixelBlock&& other) noexcept {
    PixelBlock moved(std::move(other));
    Swap(moved);
    return *this;
  }

  // Empty (data() is null), with *exception set, if the limits or the system do not allow it.
  static PixelBlock Allocate(std::size_t bytes, Contents contents, const char* filename,
                             ExceptionInfo* exception);

  // Sets *exception to why the last Allocate of this thread failed.
  static void ThrowShortage(const char* description, ExceptionInfo* exception);

  void* data() const { return block_.data; }
  std::size_t bytes() const { return bytes_; }

 private:
  enum class Kind { kHeap, kPool, kMap, kFile };

  // Of bytes that are counted already; if it fails, not any more.
  bool AllocateMemory(std::size_t bytes, Contents contents);
  bool TakeMemory(std::size_t bytes, Contents contents);
  bool AllocateMapped(std::size_t bytes);
  void Release();
  void Swap(PixelBlock& other) {
    std::swap(block_, other.block_);
    std::swap(bytes_, other.bytes_);
    std::swap(kind_, other.kind_);
  }

  PixelPool::Block block_;  // what is not of the pool has data alone
  std::size_t bytes_ = 0;
  Kind kind_ = Kind::kHeap;
};

}  // namespace lodestone
