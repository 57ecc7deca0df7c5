#include "accel/trials/trial_pixels.hpp"

#include <algorithm>
#include <cstdint>

namespace lodestone::accel {

using kernels::QuantumSample;

TrialPixels RandomPixels(std::size_t samples) {
  TrialPixels pixels(samples);
  constexpr std::size_t kPeriod = 1 << 18;  // large images repeat themselves: it is faster
  const std::size_t fresh = std::min(pixels.size(), kPeriod);
  std::uint32_t state = 12345;
  for (std::size_t i = 0; i < fresh; ++i) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t kind = state >> 30;
    pixels[i] = static_cast<QuantumSample>(kind == 0   ? 0
                                           : kind == 1 ? kernels::kQuantumMax
                                                       : state >> 10);
  }
  for (std::size_t i = fresh; i < pixels.size(); i += kPeriod)
    std::copy_n(pixels.begin(), std::min(kPeriod, pixels.size() - i), pixels.begin() + i);
  return pixels;
}

}  // namespace lodestone::accel
