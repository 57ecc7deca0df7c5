#include "magick/operations/draw/mvg/draw_primitive.hpp"

#include <cmath>
#include <cstdio>

#include "base/saturate.hpp"
#include "magick/operations/draw/raster/paint_outline.hpp"

namespace lodestone {
namespace {

// The pixel of a coordinate. Throws DrawFailure if there is no such number.
long PixelAt(double coordinate) {
  const double rounded = std::ceil(coordinate - 0.5);
  if (std::fabs(rounded) <= kLargestExactLong) return static_cast<long>(rounded);
  char text[40];
  std::snprintf(text, sizeof text, "%g", rounded);
  throw DrawFailure{DrawError, "primitive arithmetic overflow", text};
}

// As many digits as GraphicsMagick keeps of a place.
void DrawText(Image* image, const DrawInfo& info, const Primitive& primitive) {
  const PointInfo& first = primitive.outline.points.front();
  char geometry[64];
  std::snprintf(geometry, sizeof geometry, "%+g%+g", first.x, first.y);
  const DrawInfoHandle drawn = CopyOf(info);
  SetText(&drawn->text, primitive.text);
  SetText(&drawn->geometry, geometry);
  if (!AnnotateImage(image, drawn.get())) throw DrawStopped();
}

}  // namespace

void DrawPrimitive(Image* image, const DrawInfo& info, const Primitive& primitive) {
  const PointInfo& first = primitive.outline.points.front();
  const long x = PixelAt(first.x), y = PixelAt(first.y);
  switch (primitive.type) {
    case PointPrimitive:
      return DrawColor(image, info, PointMethod, x, y);
    case ColorPrimitive:
      return DrawColor(image, info, primitive.method, x, y);
    case MattePrimitive:
      return DrawMatte(image, info, primitive.method, x, y);
    case ImagePrimitive:
      return DrawImageFile(image, info, primitive, x, y);
    case TextPrimitive:
      return DrawText(image, info, primitive);
    default:
      return PaintOutline(image, info, primitive.outline);
  }
}

}  // namespace lodestone
