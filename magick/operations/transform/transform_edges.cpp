// Rolling, chopping, shaving, and extending.
#include <algorithm>

#include "magick/composite.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/operations/transform/span.hpp"
#include "magick/core/pixels/inks.hpp"
#include "magick/transform.h"

namespace {

using lodestone::AxisMap;
using lodestone::ImageHolder;
using lodestone::PixelMap;
using lodestone::Span;

constexpr char kOutside[] = "geometry does not contain image";

// All of `size`, shifted by `offset` and wrapped around.
AxisMap Rolled(unsigned long size, long offset) {
  AxisMap map = lodestone::Ascending(0, size);
  if (size == 0) return map;
  const long shift = offset % static_cast<long>(size);
  std::rotate(map.begin(), shift > 0 ? map.end() - shift : map.begin() - shift, map.end());
  return map;
}

// All of `size` but the part of the span inside.
AxisMap Without(const Span& span, unsigned long size) {
  AxisMap map = lodestone::Ascending(0, size);
  if (span.extent > 0) map.erase(map.begin() + span.start, map.begin() + span.start + span.extent);
  return map;
}

bool EndsBefore(long start, unsigned long extent) {
  return start < 0 && extent < 0ul - static_cast<unsigned long>(start);
}

Image* Chop(const Image* image, const RectangleInfo& chop, ExceptionInfo* exception) {
  PixelMap map{Without(lodestone::Within(chop.x, chop.width, image->columns), image->columns),
               Without(lodestone::Within(chop.y, chop.height, image->rows), image->rows)};
  if (EndsBefore(chop.x, chop.width) || EndsBefore(chop.y, chop.height) ||
      chop.x > static_cast<long>(image->columns) || chop.y > static_cast<long>(image->rows) ||
      map.columns.empty() || map.rows.empty()) {
    ThrowException(exception, OptionError, kOutside, "unable to chop image");
    return nullptr;
  }
  return lodestone::MapPixels(image, map, "[%s] Chop...", exception);
}

// The image covers what is under it.
bool Copies(const Image* image) {
  return image->compose == CopyCompositeOp ||
         (image->compose == OverCompositeOp && image->matte == MagickFalse);
}

// For other operators, which need the canvas first.
Image* Compose(const Image* image, const RectangleInfo& geometry, ExceptionInfo* exception) {
  ImageHolder canvas(CloneImage(image, geometry.width, geometry.height, MagickTrue, exception));
  if (canvas.get() == nullptr) return nullptr;
  if (SetImageEx(canvas.get(), image->background_color.opacity, exception) == MagickFail)
    return nullptr;
  if (CompositeImage(canvas.get(), image->compose, image, geometry.x, geometry.y) == MagickFail) {
    CopyException(exception, &canvas.get()->exception);
    return nullptr;
  }
  return canvas.release();
}

Image* Extend(const Image* image, const RectangleInfo& geometry, ExceptionInfo* exception) {
  if (!lodestone::SizeIsUsable(geometry.width, geometry.height, "Unable to extend image",
                               "Negative or zero image size", exception))
    return nullptr;
  const bool opaque = image->background_color.opacity == OpaqueOpacity;
  if (!Copies(image) || (!opaque && lodestone::HasOpacity(image) != (image->matte != MagickFalse)))
    return Compose(image, geometry, exception);
  const PixelMap map{lodestone::Placed(image->columns, geometry.x, geometry.width),
                     lodestone::Placed(image->rows, geometry.y, geometry.height), false,
                     lodestone::PixelOf(image, image->background_color), true};
  Image* extended = lodestone::MapPixels(image, map, "[%s] Extent...", exception);
  if (extended != nullptr && !opaque) extended->matte = MagickTrue;
  return extended;
}

}  // namespace

Image* ChopImage(const Image* image, const RectangleInfo* chop_info, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image, chop_info}, nullptr,
                          [=] { return Chop(image, *chop_info, exception); });
}

Image* ExtentImage(const Image* image, const RectangleInfo* geometry, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image, geometry}, nullptr,
                          [=] { return Extend(image, *geometry, exception); });
}

Image* RollImage(const Image* image, const long x_offset, const long y_offset,
                 ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, nullptr, [=] {
    const PixelMap map{
        Rolled(image->columns, x_offset), Rolled(image->rows, y_offset), false, {}, true};
    return lodestone::MapPixels(image, map, "[%s] Roll...", exception);
  });
}

Image* ShaveImage(const Image* image, const RectangleInfo* shave_info, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image, shave_info}, nullptr, [=]() -> Image* {
    const unsigned long x = shave_info->width, y = shave_info->height;
    if (x >= image->columns - x || x >= image->columns || y >= image->rows - y ||
        y >= image->rows) {
      ThrowException(exception, OptionError, kOutside, "unable to shave image");
      return nullptr;
    }
    const RectangleInfo kept{image->columns - 2 * x, image->rows - 2 * y, static_cast<long>(x),
                             static_cast<long>(y)};
    return CropImage(image, &kept, exception);
  });
}
