// One pixel over another, on the CPU, with GraphicsMagick's rounding.
#pragma once

#include <algorithm>

#include "magick/image_types.h"
#include "magick/quantum.h"

namespace lodestone {

// `color`, of which `rest` (0 to 1) lets through what is below, over `base`.
inline PixelPacket MixedOver(const PixelPacket& color, double rest, const PixelPacket& base) {
  constexpr double kNothing = 1.0e-12;
  const double below = base.opacity / MaxRGBDouble;
  const double cover = 1.0 - rest * below;
  const double scale = 1.0 / (cover <= kNothing ? 1.0 : cover);
  const auto mixed = [&](Quantum over, Quantum under) {
    const double sum = (1.0 - rest) * over + (1.0 - below) * under * rest;
    return RoundDoubleToQuantum(scale * sum);
  };
  PixelPacket result;
  result.red = mixed(color.red, base.red);
  result.green = mixed(color.green, base.green);
  result.blue = mixed(color.blue, base.blue);
  result.opacity = RoundDoubleToQuantum(MaxRGBDouble * (1.0 - cover));
  return result;
}

// `top`, whose opacity counts, over `base`.
inline PixelPacket Over(const PixelPacket& top, const PixelPacket& base) {
  if (top.opacity == TransparentOpacity) return base;
  if (top.opacity == OpaqueOpacity) return top;
  return MixedOver(top, top.opacity / MaxRGBDouble, base);
}

}  // namespace lodestone
