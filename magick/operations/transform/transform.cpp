// Cropping and mirroring.
#include "magick/transform.h"

#include <algorithm>
#include <limits>

#include "magick/analyze.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/list.h"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/operations/transform/span.hpp"
#include "magick/resize.h"
#include "magick/utility.h"

namespace {

using lodestone::Ascending;
using lodestone::MapPixels;
using lodestone::PixelMap;
using lodestone::Reversed;
using lodestone::Span;
using lodestone::Within;

constexpr char kUnableToCrop[] = "unable to crop image";

// The region to crop, inside the image. False with *exception set if nothing is left.
bool CropRegion(const Image* image, const RectangleInfo& wanted, RectangleInfo* region,
                ExceptionInfo* exception) {
  if ((wanted.width == 0) != (wanted.height == 0)) {
    ThrowException(exception, OptionError, "geometry dimensions are zero", kUnableToCrop);
    return false;
  }
  const Span x = Within(wanted.x, wanted.width, image->columns);
  const Span y = Within(wanted.y, wanted.height, image->rows);
  if (x.extent <= 0 || y.extent <= 0) {
    ThrowException(exception, OptionError, "geometry does not contain image", kUnableToCrop);
    return false;
  }
  *region = {static_cast<unsigned long>(x.extent), static_cast<unsigned long>(y.extent), x.start,
             y.start};
  return true;
}

bool IsWhole(const Image* image, const RectangleInfo& region) {
  return region.width == image->columns && region.height == image->rows;
}

Image* CutOut(const Image* image, const RectangleInfo& region, ExceptionInfo* exception) {
  const PixelMap map{Ascending(static_cast<unsigned long>(region.x), region.width),
                     Ascending(static_cast<unsigned long>(region.y), region.height)};
  return MapPixels(image, map, "[%s] Crop...", exception);
}

Image* Trim(const Image* image, const RectangleInfo& border, ExceptionInfo* exception) {
  RectangleInfo box = GetImageBoundingBox(image, exception);
  if (box.width == 0) return nullptr;
  // Beyond all images, with room for sums.
  constexpr long kFar = std::numeric_limits<long>::max() / 4;
  const long x = std::clamp(border.x, -kFar, kFar), y = std::clamp(border.y, -kFar, kFar);
  box.width += static_cast<unsigned long>(2 * x);
  box.height += static_cast<unsigned long>(2 * y);
  box.x -= x;
  box.y -= y;
  RectangleInfo region;
  if (!CropRegion(image, box, &region, exception)) return nullptr;
  if (IsWhole(image, region)) return CloneImage(image, 0, 0, MagickTrue, exception);
  Image* trimmed = CutOut(image, region, exception);
  if (trimmed != nullptr) trimmed->page = RectangleInfo{};
  return trimmed;
}

// Offset, on a canvas that is mirrored as a whole.
long FromFarEnd(unsigned long canvas, unsigned long side, long offset) {
  return canvas == 0 ? offset : static_cast<long>(canvas - side) - offset;
}

// `page`: the place of the result on a canvas.
Image* Mirror(const Image* image, const PixelMap& map, const RectangleInfo& page, const char* text,
              ExceptionInfo* exception) {
  Image* mirrored = MapPixels(image, map, text, exception);
  if (mirrored == nullptr) return nullptr;
  const bool has_canvas = page.width != 0 && page.height != 0;
  mirrored->page = has_canvas ? page : RectangleInfo{image->columns, image->rows, page.x, page.y};
  return mirrored;
}

// Cuts the image into pieces of one size, row by row.
Image* CropIntoTiles(const Image* image, const RectangleInfo& tile, ExceptionInfo* exception) {
  Image* tiles = nullptr;
  for (unsigned long y = 0; y < image->rows; y += tile.height) {
    for (unsigned long x = 0; x < image->columns; x += tile.width) {
      const RectangleInfo place{tile.width, tile.height, static_cast<long>(x),
                                static_cast<long>(y)};
      Image* piece = CropImage(image, &place, exception);
      if (piece == nullptr) {
        DestroyImageList(tiles);
        return nullptr;
      }
      AppendImageToList(&tiles, piece);
    }
  }
  return GetFirstImageInList(tiles);
}

// The crop that a geometry string requests: one piece if it has an offset, else as many as fit.
Image* CropByString(const Image* image, const char* text, ExceptionInfo* exception) {
  RectangleInfo geometry;
  const int flags = GetImageGeometry(image, text, MagickFalse, &geometry);
  const bool is_one = geometry.width == 0 || geometry.height == 0 ||
                      (flags & (XValue | YValue | PercentValue)) != 0;
  if (is_one) return CropImage(image, &geometry, exception);
  if (geometry.width >= image->columns && geometry.height >= image->rows) {
    return CloneImage(image, 0, 0, MagickTrue, exception);
  }
  return CropIntoTiles(image, geometry, exception);
}

}  // namespace

Image* CropImage(const Image* image, const RectangleInfo* geometry, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image, geometry}, nullptr, [=]() -> Image* {
    if (geometry->width == 0 && geometry->height == 0) return Trim(image, *geometry, exception);
    RectangleInfo region;
    if (!CropRegion(image, *geometry, &region, exception)) return nullptr;
    if (IsWhole(image, region)) return CloneImage(image, 0, 0, MagickTrue, exception);
    Image* cropped = CutOut(image, region, exception);
    if (cropped != nullptr) cropped->page = region;
    return cropped;
  });
}

Image* FlipImage(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, nullptr, [=] {
    const PixelMap map{Ascending(0, image->columns), Reversed(image->rows)};
    RectangleInfo page = image->page;
    page.y = FromFarEnd(page.height, image->rows, page.y);
    return Mirror(image, map, page, "[%s] Flip...", exception);
  });
}

Image* FlopImage(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, nullptr, [=] {
    const PixelMap map{Reversed(image->columns), Ascending(0, image->rows)};
    RectangleInfo page = image->page;
    page.x = FromFarEnd(page.width, image->columns, page.x);
    return Mirror(image, map, page, "[%s] Flop...", exception);
  });
}

MagickPassFail TransformImage(Image** image, const char* crop_geometry,
                              const char* image_geometry) {
  if (image == nullptr || *image == nullptr) return MagickFail;
  Image* const original = *image;
  if (crop_geometry != nullptr) {
    Image* cropped = CropByString(original, crop_geometry, &original->exception);
    if (cropped == nullptr) return MagickFail;
    ReplaceImageInList(image, cropped);
  }
  if (image_geometry == nullptr) return MagickPass;
  Image* const current = *image;
  RectangleInfo geometry;
  GetImageGeometry(current, image_geometry, MagickTrue, &geometry);
  if (geometry.width == current->columns && geometry.height == current->rows) return MagickPass;
  Image* resized = ResizeImage(current, geometry.width, geometry.height, current->filter,
                               current->blur, &current->exception);
  if (resized == nullptr) return MagickFail;
  ReplaceImageInList(image, resized);
  return MagickPass;
}
