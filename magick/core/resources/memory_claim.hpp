// Memory that counts toward its limit.
#pragma once

#include <cstdint>

#include "magick/resource.h"

namespace lodestone {

// Of what is no pixels; given back at the end of the scope.
class MemoryClaim {
 public:
  MemoryClaim() = default;
  ~MemoryClaim() {
    if (bytes_ != 0) LiberateMagickResource(MemoryResource, bytes_);
  }
  MemoryClaim(const MemoryClaim&) = delete;
  MemoryClaim& operator=(const MemoryClaim&) = delete;

  // False if that exceeds the limit. May be called once.
  bool Acquire(std::uint64_t bytes) {
    if (AcquireMagickResource(MemoryResource, bytes) == MagickFail) return false;
    bytes_ = bytes;
    return true;
  }

 private:
  std::uint64_t bytes_ = 0;
};

}  // namespace lodestone
