// Wavelet denoising. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

inline constexpr std::size_t kWaveletLevels = 5;
// How far the pixels reach that a result depends on.
inline constexpr std::size_t kWaveletReach = 31;

struct WaveletWork {
  SourceView source;
  DestinationView destination;  // of the same size
  Channels channels;
  const float* thresholds;  // kWaveletLevels of them, in quantum steps
  float softness;
};

// Computes destination rows [begin, end). Throws std::bad_alloc.
void WaveletBand(const WaveletWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
