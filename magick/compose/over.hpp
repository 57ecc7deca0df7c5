// One pixel over another, on the CPU, with GraphicsMagick's rounding.
#pragma once

#include <algorithm>

#include "magick/image_types.h"
#include "magick/quantum.h"

namespace lodestone {

// `top`, whose opacity counts, over `base`.
inline PixelPacket Over(const PixelPacket& top, const PixelPacket& base) {
  if (top.opacity == TransparentOpacity) return base;
  if (top.opacity == OpaqueOpacity) return top;
  constexpr double kNothing = 1.0e-12;
  const double rest = top.opacity / MaxRGBDouble, below = base.opacity / MaxRGBDouble;
  const double cover = 1.0 - rest * below;
  const double scale = 1.0 / (cover <= kNothing ? 1.0 : cover);
  const auto mixed = [&](Quantum over, Quantum under) {
    const double sum = (1.0 - rest) * over + (1.0 - below) * under * rest;
    return RoundDoubleToQuantum(scale * sum);
  };
  PixelPacket result;
  result.red = mixed(top.red, base.red);
  result.green = mixed(top.green, base.green);
  result.blue = mixed(top.blue, base.blue);
  result.opacity = RoundDoubleToQuantum(MaxRGBDouble * (1.0 - cover));
  return result;
}

}  // namespace lodestone
