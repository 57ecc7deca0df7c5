// Random numbers added to samples. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

struct NoiseWork {
  SourceView source;
  DestinationView destination;
  Channels channels;
  std::uint32_t distribution;  // LS_UNIFORM and so on of kernels/noise/distributions.h
  std::uint32_t samples;       // bit i: sample i of a pixel changes; grey ones always do
  bool from_intensity;         // the first three become what becomes of the intensity
  std::uint32_t weights[3];    // of its samples; their sum is 1024
  float factor;                // of the noise
  std::uint32_t key[2];        // of the random numbers
};

// Computes destination rows [begin, end), which may be the source's.
void NoiseBand(const NoiseWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
