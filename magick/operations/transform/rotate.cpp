// Rotation, and turning photographs upright.
#include <cmath>

#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/core/metadata/metadata.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/operations/transform/tilt.hpp"
#include "magick/shear.h"
#include "magick/transform.h"

namespace {

using lodestone::Ascending;
using lodestone::AxisMap;
using lodestone::ImageHolder;
using lodestone::MapPixels;
using lodestone::PixelMap;
using lodestone::Reversed;

// The position on its canvas after the rotation; an image without a canvas stays without one.
RectangleInfo TurnedPage(const Image* image, int quarter_turns) {
  const RectangleInfo& page = image->page;
  if (page.width == 0 || page.height == 0) return page;
  const long from_right = static_cast<long>(page.width - image->columns) - page.x;
  const long from_bottom = static_cast<long>(page.height - image->rows) - page.y;
  switch (quarter_turns) {
    case 1:
      return {page.height, page.width, from_bottom, page.x};
    case 2:
      return {page.width, page.height, from_right, from_bottom};
    default:
      return {page.height, page.width, page.y, from_right};
  }
}

AxisMap Axis(unsigned long size, bool mirrored) {
  return mirrored ? Reversed(size) : Ascending(0, size);
}

// Clockwise.
Image* Turn(const Image* image, int quarter_turns, ExceptionInfo* exception) {
  if (quarter_turns == 0) return CloneImage(image, 0, 0, MagickTrue, exception);
  const bool mirrors_columns = quarter_turns != 1, mirrors_rows = quarter_turns != 3;
  const PixelMap map{Axis(image->columns, mirrors_columns), Axis(image->rows, mirrors_rows),
                     quarter_turns != 2};
  Image* turned = MapPixels(image, map, "[%s] Rotate...", exception);
  if (turned != nullptr) turned->page = TurnedPage(image, quarter_turns);
  return turned;
}

// Mirrored along the main diagonal, or with `other` along the anti-diagonal.
Image* Transpose(const Image* image, bool other, ExceptionInfo* exception) {
  const PixelMap map{Axis(image->columns, other), Axis(image->rows, other), true};
  Image* result = MapPixels(image, map, "[%s] AutoOrient...", exception);
  if (result != nullptr) {
    const RectangleInfo turned = TurnedPage(image, other ? 3 : 1);
    result->page = {image->rows, image->columns, turned.x, turned.y};
  }
  return result;
}

Image* Upright(const Image* image, OrientationType orientation, ExceptionInfo* exception) {
  switch (orientation) {
    case TopRightOrientation:
      return FlopImage(image, exception);
    case BottomRightOrientation:
      return Turn(image, 2, exception);
    case BottomLeftOrientation:
      return FlipImage(image, exception);
    case LeftTopOrientation:
      return Transpose(image, false, exception);
    case RightTopOrientation:
      return Turn(image, 1, exception);
    case RightBottomOrientation:
      return Transpose(image, true, exception);
    case LeftBottomOrientation:
      return Turn(image, 3, exception);
    default:
      return CloneImage(image, 0, 0, MagickTrue, exception);
  }
}

}  // namespace

Image* RotateImage(const Image* image, const double degrees, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, nullptr, [=]() -> Image* {
    if (!lodestone::AreFinite({{"degrees", degrees}}, "Unable to rotate image", exception))
      return nullptr;
    double angle = std::fmod(degrees, 360.0);
    if (angle < -45.0) angle += 360.0;
    int quarter_turns = 0;
    for (; angle > 45.0; angle -= 90.0) ++quarter_turns;
    ImageHolder turned(Turn(image, quarter_turns % 4, exception));
    if (turned.get() == nullptr || angle == 0.0) return turned.release();
    return lodestone::Tilted(turned.get(), angle, exception);
  });
}

Image* AutoOrientImage(const Image* image, const OrientationType current_orientation,
                       ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, nullptr, [=]() -> Image* {
    if (!lodestone::CheckKnown(current_orientation, exception)) return nullptr;
    ImageHolder upright(Upright(image, current_orientation, exception));
    if (upright.get() == nullptr) return nullptr;
    upright.get()->orientation = TopLeftOrientation;
    if (!lodestone::SetExifOrientation(upright.get(), TopLeftOrientation)) {
      ThrowException(exception, ResourceLimitError, "Memory allocation failed", image->filename);
      return nullptr;
    }
    return upright.release();
  });
}
