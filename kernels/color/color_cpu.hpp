// Functions of the three colours of a pixel. Compiled for each instruction set and chosen at run
// time.
#pragma once

#include <cstddef>

#include "kernels/color/color.h"
#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// The source has four samples a pixel.
struct ColorWork : Work<MagickAccelerateColor> {
  bool grey_result = false;  // one sample a pixel, which is green
};

// Computes destination rows [begin, end), which may be the source's.
void ColorBand(const ColorWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
