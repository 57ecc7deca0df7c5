// Limit on the size of an axis table that could grow with the square of the image.
#pragma once

#include <stdexcept>

namespace lodestone::kernels {

// Throws std::length_error with `message` if this many weights take more than 256 MiB.
inline void CheckTableSize(double weights, const char* message) {
  constexpr double kMaxBytes = 256.0 * 1024 * 1024;
  if (weights * sizeof(float) > kMaxBytes) throw std::length_error(message);
}

}  // namespace lodestone::kernels
