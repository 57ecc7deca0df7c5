// Where arrays of different kinds begin in one memory.
#pragma once

#include <cstdint>
#include <string>

#include "accel/gpu/problem.hpp"

namespace lodestone::accel::gpu {

constexpr uint64_t DivideUp(uint64_t a, uint64_t b) {
  return (a + b - 1) / b;
}

// They follow one another.
class Places {
 public:
  static constexpr uint64_t kAlignment = 64;

  explicit Places(const char* purpose) : purpose_(purpose) {}

  // Throws Problem(Declined) if the memory is larger than kernels can address.
  uint32_t Take(uint64_t bytes) {
    const uint64_t place = end_;
    end_ = DivideUp(end_ + bytes, kAlignment) * kAlignment;
    if (end_ > UINT32_MAX)
      throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                    std::string(purpose_) + " takes more than 4 GiB");
    return static_cast<uint32_t>(place);
  }

 private:
  const char* const purpose_;
  uint64_t end_ = 0;
};

}  // namespace lodestone::accel::gpu
