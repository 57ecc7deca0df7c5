// Shearing, and rotation by angles of less than half a right one, which is three shears.
#include "magick/shear.h"

#include <algorithm>
#include <cmath>

#include "magick/core/barrier.hpp"
#include "magick/decorate.h"
#include "magick/operations/operation.hpp"
#include "magick/operations/shear_lines.hpp"
#include "magick/operations/tilt.hpp"
#include "magick/transform.h"

namespace lodestone {
namespace {

constexpr char kUnable[] = "Unable to shear image";

struct Point {
  double x, y;
};

double Radians(double degrees) {
  return degrees * 3.14159265358979323846264338327950288 / 180.0;
}

// Displacements per row and per column.
Point SlopesFor(double x_degrees, double y_degrees) {
  return {-std::tan(Radians(x_degrees) / 2.0), std::sin(Radians(y_degrees))};
}

// The bounding box of a rectangle in the middle of the image, once sheared.
RectangleInfo Bounds(const Image* image, const Point& slopes, double width, double height,
                     bool three_shears) {
  Point least{INFINITY, INFINITY}, most{-INFINITY, -INFINITY};
  for (const auto& [right, below] : {std::pair{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}) {
    Point corner{right * width / 2.0, below * height / 2.0};
    corner.x += slopes.x * corner.y;
    corner.y += slopes.y * corner.x;
    if (three_shears) corner.x += slopes.x * corner.y;
    corner.x += static_cast<double>(image->columns) / 2.0;
    corner.y += static_cast<double>(image->rows) / 2.0;
    least = {std::min(least.x, corner.x), std::min(least.y, corner.y)};
    most = {std::max(most.x, corner.x), std::max(most.y, corner.y)};
  }
  return {static_cast<unsigned long>(std::floor(most.x - least.x + 0.5)),
          static_cast<unsigned long>(std::floor(most.y - least.y + 0.5)),
          static_cast<long>(std::ceil(least.x - 0.5)), static_cast<long>(std::ceil(least.y - 0.5))};
}

Image* CroppedTo(const Image* image, const RectangleInfo& bounds, ExceptionInfo* exception) {
  Image* cropped = CropImage(image, &bounds, exception);
  if (cropped != nullptr) cropped->page = {0, 0, image->page.x, image->page.y};
  return cropped;
}

// The image in the background colour, with so much room on every side that no shear leaves it.
Image* WithRoom(const Image* image, double across, double down, ExceptionInfo* exception) {
  constexpr double kMost = 4294967295.0;
  if (image->colorspace == CMYKColorspace && image->matte) {
    ThrowException(exception, OptionError, kUnable, "CMYK images with alpha are not supported");
    return nullptr;
  }
  if (!(across <= kMost && down <= kMost)) {
    ThrowException(exception, ResourceLimitError, "Image pixel width or height limit exceeded",
                   kUnable);
    return nullptr;
  }
  ImageHolder colored(CloneImage(image, 0, 0, MagickTrue, exception));
  if (colored.get() == nullptr) return nullptr;
  colored.get()->border_color = image->background_color;
  const RectangleInfo room{static_cast<unsigned long>(across), static_cast<unsigned long>(down), 0,
                           0};
  Image* bordered = BorderImage(colored.get(), &room, exception);
  if (bordered == nullptr) return nullptr;
  bordered->storage_class = DirectClass;
  if (image->background_color.opacity != OpaqueOpacity && image->colorspace != CMYKColorspace)
    bordered->matte = MagickTrue;
  return bordered;
}

long Middle(unsigned long whole, unsigned long part) {
  return static_cast<long>(whole - part) / 2;
}

double Nearest(double value) {
  return std::floor(value + 0.5);
}

Image* Shear(const Image* image, const Point& slopes, ExceptionInfo* exception) {
  const double columns = static_cast<double>(image->columns);
  const double rows = static_cast<double>(image->rows);
  const double y_width = Nearest(std::abs(rows * slopes.x) + columns);
  const double across = std::ceil(std::abs(2.0 * rows * slopes.x) - 0.5);
  const double down = std::ceil(std::abs(y_width * slopes.y) - 0.5);
  ImageHolder holder(WithRoom(image, across, down, exception));
  Image* sheared = holder.get();
  if (sheared == nullptr) return nullptr;
  const auto width = static_cast<unsigned long>(y_width);
  const bool done =
      ShearRows(sheared, slopes.x,
                {static_cast<long>(across), Middle(sheared->rows, image->rows), image->columns,
                 image->rows},
                exception) &&
      ShearColumns(sheared, slopes.y,
                   {Middle(sheared->columns, width), static_cast<long>(down), width, image->rows},
                   exception);
  if (!done) return nullptr;
  return CroppedTo(sheared, Bounds(sheared, slopes, columns, rows, false), exception);
}

}  // namespace

Image* Tilted(const Image* image, double degrees, ExceptionInfo* exception) {
  const Point slopes = SlopesFor(degrees, degrees);
  if (slopes.x == 0.0 || slopes.y == 0.0) return CloneImage(image, 0, 0, MagickTrue, exception);
  const double columns = static_cast<double>(image->columns);
  const double rows = static_cast<double>(image->rows);
  const double width = Nearest(std::abs(rows * slopes.x) + columns);
  const double height = Nearest(std::abs(width * slopes.y) + rows);
  const double last_width = Nearest(std::abs(height * slopes.x) + width);
  // Two more for the fractions.
  const double across = Nearest((std::max(width, last_width) + 2 - columns) / 2.0);
  const double down = Nearest((height + 2 - rows) / 2.0);
  ImageHolder holder(WithRoom(image, across, down, exception));
  Image* tilted = holder.get();
  if (tilted == nullptr) return nullptr;
  const auto sheared_columns = static_cast<unsigned long>(width);
  const auto sheared_rows = static_cast<unsigned long>(height);
  const long left = Middle(tilted->columns, sheared_columns), top = static_cast<long>(down);
  const bool done =
      ShearRows(tilted, slopes.x, {static_cast<long>(across), top, image->columns, image->rows},
                exception) &&
      ShearColumns(tilted, slopes.y, {left, top, sheared_columns, image->rows}, exception) &&
      ShearRows(tilted, slopes.x,
                {left, Middle(tilted->rows, sheared_rows), sheared_columns, sheared_rows},
                exception);
  if (!done) return nullptr;
  return CroppedTo(tilted, Bounds(tilted, slopes, columns, rows, true), exception);
}

}  // namespace lodestone

Image* ShearImage(const Image* image, const double x_shear, const double y_shear,
                  ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr, [=]() -> Image* {
    if (!lodestone::AreFinite({{"x_shear", x_shear}, {"y_shear", y_shear}}, lodestone::kUnable,
                              exception) ||
        !lodestone::SizeIsUsable(image->columns, image->rows, lodestone::kUnable,
                                 "Negative or zero image size", exception))
      return nullptr;
    if (std::abs(std::fmod(x_shear, 360.0)) == 180.0 || y_shear == 180.0) {
      ThrowException(exception, ImageError, lodestone::kUnable, "Angle is discontinuous");
      return nullptr;
    }
    const lodestone::Point slopes = lodestone::SlopesFor(x_shear, y_shear);
    if (slopes.x == 0.0 && slopes.y == 0.0) return CloneImage(image, 0, 0, MagickTrue, exception);
    return lodestone::Shear(image, slopes, exception);
  });
}
