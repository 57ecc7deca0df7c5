// Outlines of shapes: polylines, as GraphicsMagick flattens curves.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "magick/error.h"
#include "magick/render.h"

namespace lodestone {

// What stops drawing.
struct DrawFailure {
  ExceptionType severity;
  const char* reason;
  std::string description;
};

// The same where the image's exception says why.
struct DrawStopped {};

using Points = std::vector<PointInfo>;

// Points that follow one another in an outline.
struct Subpath {
  std::size_t count;
  bool closed;
};

struct Outline {
  Points points;
  std::vector<Subpath> subpaths;  // of the points, in their order
  // So many of the first points have a fill of their own at round caps: those that are written in
  // the drawing.
  std::size_t given = 0;
};

// An outline that has more points is refused.
inline constexpr std::size_t kMaxPoints = std::size_t{1} << 23;

// Distances below it are none.
inline constexpr double kDrawEpsilon = 1.0e-12;

// Adds a point. Throws DrawFailure if there are too many.
void AddPoint(const PointInfo& point, Points* points);

// Throws DrawFailure unless `count` points more may be added. NaN is too many.
void CheckRoom(double count, const Points& points);

inline double RadiansOf(double degrees) {
  return 3.14159265358979323846264338327950288 * degrees / 180.0;
}

// Both coordinates differ by less than nothing.
bool AreSame(const PointInfo& a, const PointInfo& b);

}  // namespace lodestone
