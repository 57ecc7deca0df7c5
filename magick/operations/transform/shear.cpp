// Shearing, and rotation by angles of less than half a right one, which is three shears.
#include "magick/shear.h"

#include <algorithm>
#include <cmath>

#include "kernels/shear/shear_plan.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/operations/transform/shear_lines.hpp"
#include "magick/operations/transform/span.hpp"
#include "magick/operations/transform/tilt.hpp"

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

// The image in the middle of a canvas with so much room on every side that no shear leaves it.
struct Canvas {
  unsigned long columns, rows;
  long x, y;  // of the image
};

// The bounding box of a rectangle in the middle of the canvas, once sheared.
RectangleInfo Bounds(const Canvas& canvas, const Point& slopes, double width, double height,
                     bool three_shears) {
  Point least{INFINITY, INFINITY}, most{-INFINITY, -INFINITY};
  for (const auto& [right, below] : {std::pair{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}) {
    Point corner{right * width / 2.0, below * height / 2.0};
    corner.x += slopes.x * corner.y;
    corner.y += slopes.y * corner.x;
    if (three_shears) corner.x += slopes.x * corner.y;
    corner.x += static_cast<double>(canvas.columns) / 2.0;
    corner.y += static_cast<double>(canvas.rows) / 2.0;
    least = {std::min(least.x, corner.x), std::min(least.y, corner.y)};
    most = {std::max(most.x, corner.x), std::max(most.y, corner.y)};
  }
  return {static_cast<unsigned long>(std::floor(most.x - least.x + 0.5)),
          static_cast<unsigned long>(std::floor(most.y - least.y + 0.5)),
          static_cast<long>(std::ceil(least.x - 0.5)), static_cast<long>(std::ceil(least.y - 0.5))};
}

// False with *exception set.
bool MakeCanvas(const Image* image, double across, double down, Canvas* canvas,
                ExceptionInfo* exception) {
  if (image->colorspace == CMYKColorspace && image->matte) {
    ThrowException(exception, OptionError, kUnable, "CMYK images with alpha are not supported");
    return false;
  }
  constexpr auto kMost = static_cast<double>(kernels::kMaxShearSide);
  if (!(static_cast<double>(image->columns) + 2.0 * across <= kMost &&
        static_cast<double>(image->rows) + 2.0 * down <= kMost)) {
    ThrowException(exception, ResourceLimitError, "Image pixel width or height limit exceeded",
                   kUnable);
    return false;
  }
  const long x = static_cast<long>(across), y = static_cast<long>(down);
  *canvas = {image->columns + 2 * static_cast<unsigned long>(x),
             image->rows + 2 * static_cast<unsigned long>(y), x, y};
  return true;
}

// What of the bounds is on the canvas. False with *exception set if nothing is.
bool Cut(const Canvas& canvas, RectangleInfo* bounds, ExceptionInfo* exception) {
  const Span x = Within(bounds->x, bounds->width, canvas.columns);
  const Span y = Within(bounds->y, bounds->height, canvas.rows);
  if (x.extent <= 0 || y.extent <= 0) {
    ThrowException(exception, OptionError, "geometry does not contain image", kUnable);
    return false;
  }
  *bounds = {static_cast<unsigned long>(x.extent), static_cast<unsigned long>(y.extent), x.start,
             y.start};
  return true;
}

long Scaled(long offset, unsigned long from, unsigned long to) {
  return static_cast<long>(static_cast<double>(to) / static_cast<double>(from) *
                           static_cast<double>(offset));
}

// The last of the shears, with the attributes that GraphicsMagick's canvas gives it.
Image* Finished(const Image* image, const Canvas& canvas, Image* sheared) {
  if (!sheared) return nullptr;
  sheared->border_color = image->background_color;
  sheared->page = {0, 0, Scaled(image->page.x, image->columns, canvas.columns),
                   Scaled(image->page.y, image->rows, canvas.rows)};
  return sheared;
}

long Middle(unsigned long whole, unsigned long part) {
  return static_cast<long>(whole - part) / 2;
}

double Nearest(double value) {
  return std::floor(value + 0.5);
}

// The image's own rows sheared, in rows as wide as the canvas.
Image* ShearFirst(const Image* image, double slope, const Canvas& canvas,
                  ExceptionInfo* exception) {
  return ShearLines(image,
                    {false,
                     slope,
                     canvas.x,
                     canvas.y,
                     {image->columns, image->rows, canvas.x, canvas.y},
                     {canvas.columns, image->rows, 0, canvas.y}},
                    exception);
}

Image* Shear(const Image* image, const Point& slopes, ExceptionInfo* exception) {
  const double columns = static_cast<double>(image->columns);
  const double rows = static_cast<double>(image->rows);
  const double y_width = Nearest(std::abs(rows * slopes.x) + columns);
  Canvas canvas;
  if (!MakeCanvas(image, std::ceil(std::abs(2.0 * rows * slopes.x) - 0.5),
                  std::ceil(std::abs(y_width * slopes.y) - 0.5), &canvas, exception))
    return nullptr;
  RectangleInfo bounds = Bounds(canvas, slopes, columns, rows, false);
  if (!Cut(canvas, &bounds, exception)) return nullptr;
  const ImageHolder across(ShearFirst(image, slopes.x, canvas, exception));
  if (!across.get()) return nullptr;
  const auto width = static_cast<unsigned long>(y_width);
  const ShearCall down{
      true,  slopes.y, 0, canvas.y, {width, image->rows, Middle(canvas.columns, width), canvas.y},
      bounds};
  return Finished(image, canvas, ShearLines(across.get(), down, exception));
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
  Canvas canvas;
  // Two more for the fractions.
  if (!MakeCanvas(image, Nearest((std::max(width, last_width) + 2 - columns) / 2.0),
                  Nearest((height + 2 - rows) / 2.0), &canvas, exception))
    return nullptr;
  RectangleInfo bounds = Bounds(canvas, slopes, columns, rows, true);
  if (!Cut(canvas, &bounds, exception)) return nullptr;
  const ImageHolder first(ShearFirst(image, slopes.x, canvas, exception));
  if (!first.get()) return nullptr;
  const auto sheared_columns = static_cast<unsigned long>(width);
  const auto sheared_rows = static_cast<unsigned long>(height);
  const long left = Middle(canvas.columns, sheared_columns);
  const ShearCall down{true,
                       slopes.y,
                       0,
                       canvas.y,
                       {sheared_columns, image->rows, left, canvas.y},
                       {canvas.columns, bounds.height, 0, bounds.y}};
  const ImageHolder second(ShearLines(first.get(), down, exception));
  if (!second.get()) return nullptr;
  const ShearCall across{false,
                         slopes.x,
                         0,
                         bounds.y,
                         {sheared_columns, sheared_rows, left, Middle(canvas.rows, sheared_rows)},
                         bounds};
  return Finished(image, canvas, ShearLines(second.get(), across, exception));
}

}  // namespace lodestone

Image* ShearImage(const Image* image, const double x_shear, const double y_shear,
                  ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, nullptr, [=]() -> Image* {
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
