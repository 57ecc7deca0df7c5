// Memory for pixels, counted against the limits: the heap, or beyond the memory limit a mapped
// temporary file.
#pragma once

#include <cstddef>
#include <utility>

#include "magick/error.h"

namespace lodestone {

class PixelBlock {
 public:
  static constexpr std::size_t kAlignment = 64;

  PixelBlock() = default;
  ~PixelBlock() { Release(); }
  PixelBlock(PixelBlock&& other) noexcept { Swap(other); }
  PixelBlock& operator=(PixelBlock&& other) noexcept {
    PixelBlock moved(std::move(other));
    Swap(moved);
    return *this;
  }

  // Empty (data() is null), with *exception set, if the limits or the machine do not allow it.
  static PixelBlock Allocate(std::size_t bytes, const char* filename, ExceptionInfo* exception);

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  bool is_mapped() const { return mapped_; }

 private:
  bool AllocateHeap(std::size_t bytes);
  bool AllocateMapped(std::size_t bytes);
  void Release();
  void Swap(PixelBlock& other) {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(mapped_, other.mapped_);
  }

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  bool mapped_ = false;
};

}  // namespace lodestone
