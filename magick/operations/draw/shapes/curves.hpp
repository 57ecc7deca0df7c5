// Curves as polylines.
#pragma once

#include <span>

#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// Of a Bézier curve of any degree. Throws DrawFailure for control points too far apart.
void AddBezier(std::span<const PointInfo> control, Points* points);

// From the first to the second angle, in degrees; nothing if a radius is 0.
void AddEllipse(const PointInfo& center, const PointInfo& radii, const PointInfo& degrees,
                Points* points);

// An elliptical arc of a path: SVG's parameters.
struct PathArc {
  PointInfo start, end, radii;
  double rotation;  // degrees
  bool large, sweep;
};
void AddArc(const PathArc& arc, Points* points);

}  // namespace lodestone
