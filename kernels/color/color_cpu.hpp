// Functions of the three colours of a pixel. Compiled for each instruction set and chosen at run
// time.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Numbered as MagickAccelerateColorFunction.
enum class ColorFunction : unsigned {
#define LS_COLOR_FUNCTION(number, name, call) k##name = number,
#define LS_FOURTH_FUNCTION(number, name, call, fourth) LS_COLOR_FUNCTION(number, name, call)
#include "kernels/color/color_functions.h"
#undef LS_COLOR_FUNCTION
#undef LS_FOURTH_FUNCTION
};

struct ColorWork {
  SourceView source;  // of four samples a pixel
  DestinationView destination;
  ColorFunction function;
  const float* numbers;       // 20 of them
  bool has_alpha = false;     // the fourth sample is an opacity
  bool grey_result = false;   // one sample a pixel, which is green
  bool with_opacity = false;  // it changes too, if the function can change it
};

// Computes destination rows [begin, end), which may be the source's.
void ColorBand(const ColorWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
