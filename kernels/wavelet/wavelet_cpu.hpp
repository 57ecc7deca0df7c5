// Wavelet denoising. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"
#include "kernels/wavelet/wavelet.h"

namespace lodestone::kernels {

inline constexpr std::size_t kWaveletLevels = MAGICK_ACCELERATE_WAVELET_LEVELS;
// How far the pixels reach that a result depends on.
inline constexpr std::size_t kWaveletReach = 31;

// Source and destination have the same size.
using WaveletWork = Work<MagickAccelerateWaveletRule>;

// Computes destination rows [begin, end). Throws std::bad_alloc.
void WaveletBand(const WaveletWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
