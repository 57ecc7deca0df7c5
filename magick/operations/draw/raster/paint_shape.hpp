// Painting shapes.
#pragma once

#include <span>

#include "magick/operations/draw/raster/edges.hpp"

namespace lodestone {

// What covers pixels: a colour, or an image over and over.
struct Paint {
  PixelPacket color;
  const Image* pattern;  // nullptr: the colour
  Quantum opacity;       // of the pattern as a whole
};

struct ShapePaint {
  Paint fill, stroke;
  double half_width;  // of the stroke
  FillRule rule;
  bool fills;      // else there is a stroke only
  bool antialias;  // else pixels are covered completely or not at all
};

// Of the settings, with this half of the stroke's width.
ShapePaint PaintOf(const DrawInfo& info, double half_width);

// Paints a shape and its stroke with round caps and joins. A shape whose first subpath is a single
// point is nothing. Throws DrawFailure.
void PaintShape(Image* image, std::span<const PointInfo> points, std::span<const Subpath> subpaths,
                const ShapePaint& paint);

}  // namespace lodestone
