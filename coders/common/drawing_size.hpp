// How large drawings become that have a size in points.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "coders/common/coder.hpp"
#include "magick/utility.h"

namespace lodestone::coders {

constexpr double kPointsPerInch = 72.0;

// -density in dots an inch, or 72.
struct DotsPerInch {
  double x = kPointsPerInch, y = kPointsPerInch;
};
inline DotsPerInch DensityOf(const ImageInfo* image_info) {
  DotsPerInch dots;
  if (image_info->density == nullptr) return dots;
  if (GetMagickDimension(image_info->density, &dots.x, &dots.y, nullptr, nullptr) < 2)
    dots.y = dots.x;
  if (image_info->units == PixelsPerCentimeterResolution) {
    dots.x *= 2.54;
    dots.y *= 2.54;
  }
  const bool valid = std::isfinite(dots.x) && std::isfinite(dots.y) && dots.x > 0 && dots.y > 0;
  if (!valid) Fail(OptionError, std::string("Not a density: ") + image_info->density);
  return dots;
}

// A side of an image that was computed; sides beyond all limits are cut to one that is too.
inline unsigned long SpecializedSizeOf(double pixels) {
  constexpr double kMost = 1e9;
  return pixels >= 1.0 ? static_cast<unsigned long>(std::min(pixels, kMost)) : 1;
}

}  // namespace lodestone::coders
