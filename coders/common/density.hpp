// Resolutions of images.
#pragma once

#include "magick/image.h"

namespace lodestone::coders {

// A resolution of the image in pixels per inch, in which one without a unit is taken to be.
inline double PixelsPerInch(const Image* image, double resolution) {
  constexpr double kCentimetres = 2.54;
  return image->units == PixelsPerCentimeterResolution ? resolution * kCentimetres : resolution;
}

}  // namespace lodestone::coders
