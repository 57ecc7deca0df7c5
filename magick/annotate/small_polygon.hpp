// Filled polygons of a few corners: the boxes and lines that go with text.
#pragma once

#include <vector>

#include "magick/render.h"

namespace lodestone {

struct PolygonFill {
  PixelPacket color;
  double reach;  // how far from an edge, beyond half a pixel, its pixels may be
  bool antialias;
};

// Fills the inside of a closed path, by the even-odd rule, with GraphicsMagick's antialiasing: a
// pixel is covered by the square of what its centre is nearer than a pixel to the path. So a path
// without an inside is drawn as a thin line. False with the image's exception set.
bool FillPolygon(const std::vector<PointInfo>& path, const PolygonFill& fill, Image* image);

}  // namespace lodestone
