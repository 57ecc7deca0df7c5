// One pixel over another, where frames are shown upon what is there.
#pragma once

#include "magick/image.h"

namespace lodestone::coders {

inline constexpr PixelPacket TransparentPixel() {
  PixelPacket pixel = {};
  pixel.opacity = TransparentOpacity;
  return pixel;
}

// Colours are straight, not multiplied by alpha.
inline PixelPacket Over(const PixelPacket& top, const PixelPacket& bottom) {
  if (top.opacity == OpaqueOpacity || bottom.opacity == TransparentOpacity) return top;
  if (top.opacity == TransparentOpacity) return bottom;
  const double a = 1.0 - top.opacity / MaxRGBDouble;
  const double b = (1.0 - a) * (1.0 - bottom.opacity / MaxRGBDouble);
  const auto mix = [&](Quantum above, Quantum below) {
    return static_cast<Quantum>((a * above + b * below) / (a + b) + 0.5);
  };
  PixelPacket pixel = {};
  pixel.red = mix(top.red, bottom.red);
  pixel.green = mix(top.green, bottom.green);
  pixel.blue = mix(top.blue, bottom.blue);
  pixel.opacity = static_cast<Quantum>(MaxRGBDouble * (1.0 - a - b) + 0.5);
  return pixel;
}

}  // namespace lodestone::coders
