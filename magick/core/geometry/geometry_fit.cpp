// Applies a geometry string to an image's size and position.
#include <algorithm>
#include <cmath>

#include "base/saturate.hpp"
#include "magick/core/errors/required.hpp"
#include "magick/core/geometry/geometry_numbers.hpp"
#include "magick/image.h"
#include "magick/utility.h"

namespace {

using lodestone::Saturated;

struct Size {
  unsigned long width;
  unsigned long height;
};

// Rounds a computed size; anything above zero becomes at least one pixel.
unsigned long RoundedSize(double value, double bias) {
  if (!(value > 0.0)) return 0;
  value = std::floor(value + bias);
  if (value < 1.0) return 1;
  return Saturated<unsigned long>(value);
}

// "AREA@": the same aspect ratio with that many pixels, if > or < allow it.
Size FitArea(const Size& base, double target, int flags) {
  const double area = static_cast<double>(base.width) * static_cast<double>(base.height);
  if ((flags & GreaterValue) != 0) {
    if (target >= area) return base;
  } else if ((flags & LessValue) != 0 && target <= area) {
    return base;
  }
  const double scale = std::sqrt(target / area);
  return {RoundedSize(scale * static_cast<double>(base.width), 0.25),
          RoundedSize(scale * static_cast<double>(base.height), 0.25)};
}

// "X%" and "X%xY%". If one number is missing, both dimensions use the other.
Size ScaleByPercent(const Size& base, const char* geometry, int flags) {
  lodestone::GeometryNumbers percent;
  const int found = GetMagickDimension(geometry, &percent.width, &percent.height, nullptr, nullptr);
  // Which sees no numbers after flags, nor a height alone.
  if (found == 0) (void)lodestone::ReadGeometry(geometry, &flags, &percent);
  const bool has_x = found >= 1 || (flags & WidthValue) != 0;
  const bool has_y = found >= 2 || (found == 0 && (flags & HeightValue) != 0);
  if (!has_x && !has_y) return base;
  const double x = has_x ? percent.width : percent.height;
  const double y = has_y ? percent.height : percent.width;
  return {RoundedSize(x * static_cast<double>(base.width) / 100.0, 0.5),
          RoundedSize(y * static_cast<double>(base.height) / 100.0, 0.5)};
}

// The dimension that the string gives, and the other one by the aspect ratio.
Size CompleteByAspect(const Size& base, Size size, int flags) {
  const double width = static_cast<double>(base.width);
  const double height = static_cast<double>(base.height);
  if ((flags & HeightValue) == 0) {
    size.height = RoundedSize(height / width * static_cast<double>(size.width), 0.5);
  } else {
    size.width = RoundedSize(width / height * static_cast<double>(size.height), 0.5);
  }
  return size;
}

// The largest size with the base's aspect ratio within the box, or with `cover` the smallest around
// it.
Size FitAspect(const Size& base, const Size& box, bool cover) {
  const double x = static_cast<double>(box.width) / static_cast<double>(base.width);
  const double y = static_cast<double>(box.height) / static_cast<double>(base.height);
  const double scale = cover ? std::max(x, y) : std::min(x, y);
  return {std::max(RoundedSize(scale * static_cast<double>(base.width), 0.5), 1UL),
          std::max(RoundedSize(scale * static_cast<double>(base.height), 0.5), 1UL)};
}

// "WIDTHxHEIGHT" and "X%xY%" with ! ^ > <.
Size FitBox(const Size& base, Size size, const char* geometry, int flags) {
  if ((flags & PercentValue) != 0) {
    // The scaled size is the new base, so that the other flags have no further effect.
    return ScaleByPercent(base, geometry, flags);
  }
  if ((flags & HeightValue) == 0 || (flags & WidthValue) == 0) {
    size = CompleteByAspect(base, size, flags);
  } else if ((flags & AspectValue) == 0) {
    size = FitAspect(base, size, (flags & MinimumValue) != 0);
  }
  if ((flags & GreaterValue) != 0) {
    size.width = std::min(size.width, base.width);
    size.height = std::min(size.height, base.height);
  }
  if ((flags & LessValue) != 0) {
    size.width = std::max(size.width, base.width);
    size.height = std::max(size.height, base.height);
  }
  return size;
}

}  // namespace

int GetMagickGeometry(const char* geometry, long* x, long* y, unsigned long* width,
                      unsigned long* height) {
  if (!lodestone::AreGiven({width, height})) return NoValue;
  Size base{*width, *height};
  const int flags = GetGeometry(geometry, x, y, width, height);
  if (flags == NoValue || base.width == 0 || base.height == 0) return flags;
  Size size{*width, *height};
  if ((flags & AreaValue) != 0) {
    double target = 1.0;
    if ((flags & WidthValue) != 0) target *= static_cast<double>(*width);
    if ((flags & HeightValue) != 0) target *= static_cast<double>(*height);
    size = FitArea(base, target, flags);
  } else if ((flags & (WidthValue | HeightValue | PercentValue)) != 0) {
    size = FitBox(base, size, geometry, flags);
  }
  *width = size.width;
  *height = size.height;
  return flags;
}
