// Default colours of images and settings.
#pragma once

#include "magick/image.h"

namespace lodestone {

inline PixelPacket OpaqueGray(unsigned int value) {
  PixelPacket pixel{};
  pixel.red = pixel.green = pixel.blue = ScaleCharToQuantum(value);
  return pixel;
}

inline PixelPacket DefaultBorderColor() {
  return OpaqueGray(223);
}
inline PixelPacket DefaultMatteColor() {
  return OpaqueGray(189);
}

// Of differences between images: #F1001E.
inline PixelPacket DefaultHighlightColor() {
  PixelPacket pixel{};
  pixel.red = ScaleCharToQuantum(0xf1);
  pixel.blue = ScaleCharToQuantum(0x1e);
  return pixel;
}

}  // namespace lodestone
