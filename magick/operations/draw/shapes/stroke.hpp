// Outlines of strokes.
#pragma once

#include <functional>
#include <span>

#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

struct StrokeShape {
  double half_width;  // > 0
  LineCap cap;
  LineJoin join;
  unsigned long miter_limit;  // 0: none of the joins has a point
};

// Half of the stroke's width in pixels; widths are limited by the size of the image. Throws
// DrawFailure if it is not finite.
double HalfWidth(const DrawInfo& info, const Image* image);

// The outline of a polyline's stroke, of two sides that are one subpath, closed if the polyline is.
// Round caps are not part of it. Empty: nothing to stroke. Throws DrawFailure.
Points StrokeOutline(std::span<const PointInfo> line, bool closed, const StrokeShape& shape);

// Dashes and gaps in turn, in pixels; a length of 0 ends them.
struct Dashes {
  const double* lengths;
  double scale, offset;
  double longest;  // of a segment; longer ones are refused
};

// A dash, and the index of the point that its end was copied from.
using DrawDash = std::function<void(const Points& dash, std::size_t end)>;

// Calls draw for each dash of a polyline. Throws DrawFailure if there are too many.
void ForDashes(std::span<const PointInfo> line, const Dashes& dashes, const DrawDash& draw);

}  // namespace lodestone
