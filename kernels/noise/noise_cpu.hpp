// Random numbers added to samples. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"
#include "kernels/noise/noise.h"

namespace lodestone::kernels {

using NoiseWork = Work<MagickAccelerateNoiseRule>;

// Computes destination rows [begin, end), which may be the source's.
void NoiseBand(const NoiseWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
