// Places a geometry on an image by the image's gravity.
#include <cstring>

#include "magick/core/errors/required.hpp"
#include "magick/image.h"
#include "magick/utility.h"

namespace {

enum class Edge { kNear, kMiddle, kFar };

struct Anchor {
  Edge x;
  Edge y;
};

Anchor AnchorOf(GravityType gravity) {
  switch (gravity) {
    case NorthGravity:
      return {Edge::kMiddle, Edge::kNear};
    case NorthEastGravity:
      return {Edge::kFar, Edge::kNear};
    case WestGravity:
      return {Edge::kNear, Edge::kMiddle};
    case CenterGravity:
    case StaticGravity:
      return {Edge::kMiddle, Edge::kMiddle};
    case EastGravity:
      return {Edge::kFar, Edge::kMiddle};
    case SouthWestGravity:
      return {Edge::kNear, Edge::kFar};
    case SouthGravity:
      return {Edge::kMiddle, Edge::kFar};
    case SouthEastGravity:
      return {Edge::kFar, Edge::kFar};
    default:
      return {Edge::kNear, Edge::kNear};
  }
}

long Place(Edge edge, unsigned long canvas, unsigned long extent, long offset) {
  const long canvas_px = static_cast<long>(canvas);
  const long extent_px = static_cast<long>(extent);
  switch (edge) {
    case Edge::kMiddle:
      return offset + canvas_px / 2 - extent_px / 2;
    case Edge::kFar:
      return canvas_px - extent_px - offset;
    default:
      return offset;
  }
}

}  // namespace

void SetGeometry(const Image* image, RectangleInfo* geometry) {
  if (!lodestone::AreGiven({image, geometry})) return;
  *geometry = RectangleInfo{};
  geometry->width = image->columns;
  geometry->height = image->rows;
}

int GetImageGeometry(const Image* image, const char* geometry, const unsigned int size_to_fit,
                     RectangleInfo* region_info) {
  if (!lodestone::AreGiven({image, region_info})) return NoValue;
  SetGeometry(image, region_info);
  if (geometry == nullptr || *geometry == '\0') return NoValue;
  char text[MaxTextExtent];
  if (MagickStrlCpy(text, geometry, MaxTextExtent - 1) >= MaxTextExtent - 1) return NoValue;
  if (size_to_fit == MagickFalse) MagickStrlCat(text, "!", MaxTextExtent);
  const int flags = GetMagickGeometry(text, &region_info->x, &region_info->y, &region_info->width,
                                      &region_info->height);
  const Anchor anchor = AnchorOf(image->gravity);
  region_info->x = Place(anchor.x, image->columns, region_info->width, region_info->x);
  region_info->y = Place(anchor.y, image->rows, region_info->height, region_info->y);
  return flags;
}
