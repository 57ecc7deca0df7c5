#include "magick/operations/draw/mvg/tile_size.hpp"

#include <cmath>
#include <cstdio>

#include "magick/resource.h"

namespace lodestone {
namespace {

struct Limit {
  ResourceType type;
  const char* reason;
};
constexpr Limit kWidth{WidthResource, "Image pixel width limit exceeded (see -limit Width)"};
constexpr Limit kHeight{HeightResource, "Image pixel height limit exceeded (see -limit Height)"};
constexpr Limit kPixels{PixelsResource, "Image pixel limit exceeded (see -limit Pixels)"};

// No limit lets more pass: what is below it is exact.
void CheckLimit(const Limit& limit, double value) {
  constexpr double kMost = 9007199254740992.0;
  const auto most = static_cast<double>(GetMagickResourceLimit(limit.type));
  if (value <= kMost && value <= most) return;
  char text[MaxTextExtent];
  std::snprintf(text, sizeof text, "%g", value);
  throw DrawFailure{ResourceLimitError, limit.reason, text};
}

std::string Size(double width, double height) {
  char text[MaxTextExtent];
  std::snprintf(text, sizeof text, "%gx%g", width, height);
  return text;
}

}  // namespace

void CheckGradientSize(double width, double height) {
  constexpr double kMostPixels = 5000.0 * 5000.0;
  CheckLimit(kWidth, width);
  CheckLimit(kHeight, height);
  CheckLimit(kPixels, width * height);
  if (width * height > kMostPixels)
    throw DrawFailure{DrawError, "unreasonable gradient image size", Size(width, height)};
}

RectangleInfo PatternTile(const PointInfo& corner, const PointInfo& size) {
  const double x = std::ceil(corner.x - 0.5), y = std::ceil(corner.y - 0.5);
  const double width = std::floor(size.x + 0.5), height = std::floor(size.y + 0.5);
  CheckLimit(kWidth, std::fabs(x));
  CheckLimit(kHeight, std::fabs(y));
  CheckLimit(kWidth, width);
  CheckLimit(kHeight, height);
  CheckLimit(kPixels, width * height);
  if (width == 0.0 || height == 0.0)
    throw DrawFailure{DrawError, "invalid primitive argument",
                      "pattern dimensions " + Size(width, height)};
  return {static_cast<unsigned long>(width), static_cast<unsigned long>(height),
          static_cast<long>(x), static_cast<long>(y)};
}

}  // namespace lodestone
