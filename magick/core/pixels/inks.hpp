// Colours, which are red, green and blue, as pixels of CMYK images.
#pragma once

#include "magick/image.h"
#include "magick/quantum.h"

namespace lodestone {

// `color` as a pixel of `image`: CMYK has no black in it, whose place the opacity has, so that the
// conversion to RGB gives the very same colour.
inline PixelPacket PixelOf(const Image* image, const PixelPacket& color) {
  if (image->colorspace != CMYKColorspace) return color;
  PixelPacket inks;
  inks.red = static_cast<Quantum>(MaxRGB - color.red);
  inks.green = static_cast<Quantum>(MaxRGB - color.green);
  inks.blue = static_cast<Quantum>(MaxRGB - color.blue);
  inks.opacity = 0;
  return inks;
}

}  // namespace lodestone
