// Memory for the bytes of an input, which grows. Large ones are pooled, so that one file after
// another is read to the same pages, which a device in use reads directly.
#pragma once

#include <cstddef>
#include <cstdint>

#include "magick/core/resources/pixel_pool.hpp"
#include "magick/core/system/memory.hpp"

namespace lodestone {

class InputMemory {
 public:
  InputMemory() = default;
  ~InputMemory() { Release(); }
  InputMemory(const InputMemory&) = delete;
  InputMemory& operator=(const InputMemory&) = delete;

  // To at least so many bytes, keeping the first `used`. False: out of memory, and what there was
  // is gone.
  bool Grow(std::size_t bytes, std::size_t used);

  std::uint8_t* data() const { return data_; }

 private:
  bool GrowInHeap(std::size_t bytes);
  bool MoveToPool(std::size_t bytes, std::size_t used);
  void Release();

  MagickPtr<std::uint8_t> heap_;
  PixelPool::Block block_;
  std::uint8_t* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace lodestone
