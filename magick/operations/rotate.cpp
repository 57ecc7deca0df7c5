// Rotation by right angles, and turning photographs upright.
#include <cmath>

#include "magick/core/barrier.hpp"
#include "magick/core/enum_range.hpp"
#include "magick/metadata/metadata.hpp"
#include "magick/operations/operation.hpp"
#include "magick/operations/pixel_map.hpp"
#include "magick/shear.h"
#include "magick/transform.h"

namespace {

using lodestone::ImageHolder;
using lodestone::MapPixels;
using lodestone::PixelMap;

constexpr char kRotate[] = "[%s] Rotate...";

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

// Clockwise.
Image* Turn(const Image* image, int quarter_turns, ExceptionInfo* exception) {
  if (quarter_turns == 0) return CloneImage(image, 0, 0, MagickTrue, exception);
  const long last_x = static_cast<long>(image->columns) - 1;
  const long last_y = static_cast<long>(image->rows) - 1;
  static constexpr int kHalf = 2;
  Image* turned = nullptr;
  if (quarter_turns == kHalf) {
    const PixelMap map{last_x, last_y, -1, 0, 0, -1};
    turned = MapPixels(image, image->columns, image->rows, map, kRotate, exception);
  } else {
    const PixelMap map =
        quarter_turns == 1 ? PixelMap{0, last_y, 0, 1, -1, 0} : PixelMap{last_x, 0, 0, -1, 1, 0};
    turned = MapPixels(image, image->rows, image->columns, map, kRotate, exception);
  }
  if (turned != nullptr) turned->page = TurnedPage(image, quarter_turns);
  return turned;
}

// Mirrored along the main diagonal, or with `other` along the anti-diagonal.
Image* Transpose(const Image* image, bool other, ExceptionInfo* exception) {
  const long last_x = static_cast<long>(image->columns) - 1;
  const long last_y = static_cast<long>(image->rows) - 1;
  const PixelMap map = other ? PixelMap{last_x, last_y, 0, -1, -1, 0} : PixelMap{0, 0, 0, 1, 1, 0};
  Image* result =
      MapPixels(image, image->rows, image->columns, map, "[%s] AutoOrient...", exception);
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
  return lodestone::Guard(exception, nullptr, [=]() -> Image* {
    const double quarters = std::fmod(degrees, 360.0) / 90.0;
    const double nearest = std::round(quarters);
    if (!(std::abs(quarters - nearest) <= 1e-12)) {
      ThrowException(exception, OptionError, "The angle must be a multiple of 90 degrees",
                     image->filename);
      return nullptr;
    }
    return Turn(image, (static_cast<int>(nearest) + 4) % 4, exception);
  });
}

Image* AutoOrientImage(const Image* image, const OrientationType current_orientation,
                       ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr, [=]() -> Image* {
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
