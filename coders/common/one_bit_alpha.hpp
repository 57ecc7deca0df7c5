// Transparency of files whose pixels are either opaque or transparent.
#pragma once

#include "magick/image.h"

namespace lodestone::coders {

// Less than half of alpha, as other programs take it.
inline bool IsMostlyTransparent(const PixelPacket& pixel) {
  return pixel.opacity > MaxRGB / 2;
}

}  // namespace lodestone::coders
