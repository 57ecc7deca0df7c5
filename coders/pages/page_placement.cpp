#include "coders/pages/page_placement.hpp"

#include <cmath>

#include "coders/common/drawing_size.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr double kCentimetersPerInch = 2.54;

struct Resolution {
  double x = kPointsPerInch, y = kPointsPerInch;  // pixels an inch
};

Resolution InInches(double x, double y, ResolutionType units) {
  const double scale = units == PixelsPerCentimeterResolution ? kCentimetersPerInch : 1.0;
  const bool valid = std::isfinite(x) && std::isfinite(y) && x > 0.0 && y > 0.0;
  return valid ? Resolution{x * scale, y * scale} : Resolution();
}

Resolution ResolutionOf(const ImageInfo* image_info, const Image* image) {
  if (image_info->density != nullptr) {
    double x = 0.0, y = 0.0;
    const int count = GetMagickDimension(image_info->density, &x, &y, nullptr, nullptr);
    return InInches(x, count < 2 ? x : y, image_info->units);
  }
  if (image->units == UndefinedResolution) return {};
  return InInches(image->x_resolution, image->y_resolution, image->units);
}

}  // namespace

PagePlacement PlaceOnPage(const ImageInfo* image_info, const Image* image) {
  const Resolution resolution = ResolutionOf(image_info, image);
  const double x_scale = kPointsPerInch / resolution.x, y_scale = kPointsPerInch / resolution.y;
  PagePlacement placed;
  RectangleInfo size = {image->columns, image->rows, 0, 0};
  RectangleInfo page = {};
  if (image_info->page != nullptr) {
    const MagickPtr<char> geometry(GetPageGeometry(image_info->page));
    if (geometry == nullptr) throw std::bad_alloc();
    GetGeometry(geometry.get(), &page.x, &page.y, &page.width, &page.height);
    if (page.width != 0 && page.height != 0)
      GetMagickGeometry(geometry.get(), &size.x, &size.y, &size.width, &size.height);
    placed.x = static_cast<double>(page.x);
    placed.y = static_cast<double>(page.y);
  }
  placed.width = static_cast<double>(size.width) * x_scale;
  placed.height = static_cast<double>(size.height) * y_scale;
  const bool has_size = page.width != 0 && page.height != 0;
  placed.page_width = has_size ? static_cast<double>(page.width) * x_scale : placed.width;
  placed.page_height = has_size ? static_cast<double>(page.height) * y_scale : placed.height;
  return placed;
}

}  // namespace lodestone::coders
