// What a composition operator means for two images.
#pragma once

#include <optional>

#include "magick/composite.h"
#include "kernels/composite/composite_cpu.hpp"

namespace lodestone {

struct CompositeRule {
  kernels::CompositeFunction function;
  float numbers[2];  // as MagickAccelerateComposition says
  // The fourth samples are opacities; else it is 0 there. Functions of single channels take all
  // samples as they are.
  bool canvas_has_alpha, update_has_alpha;
  bool makes_cmyk;  // the canvas is CMYK afterwards
};

// Takes options from update->geometry where `options` is null, as GraphicsMagick does. Empty with
// *exception set if these images cannot be composed so.
std::optional<CompositeRule> RuleOf(CompositeOperator compose, const CompositeOptions_t* options,
                                    const Image* update, const Image* canvas,
                                    ExceptionInfo* exception);

// The canvas is CMYK, whose fourth samples are black, and the operator is about opacities or
// colours.
bool NeedsRgbCanvas(CompositeOperator compose, const Image* update, const Image* canvas);

// One channel replaces another; the images' colour spaces do not matter.
bool CopiesOneChannel(CompositeOperator compose);

}  // namespace lodestone
