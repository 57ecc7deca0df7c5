#include "magick/operations/draw/shapes/outline.hpp"

#include <cmath>

namespace lodestone {

void CheckRoom(double count, const Points& points) {
  if (count <= static_cast<double>(kMaxPoints - points.size())) return;
  throw DrawFailure{DrawError, "too many coordinates", std::to_string(kMaxPoints)};
}

void AddPoint(const PointInfo& point, Points* points) {
  if (points->size() >= kMaxPoints) CheckRoom(1.0, *points);
  points->push_back(point);
}

bool AreSame(const PointInfo& a, const PointInfo& b) {
  return std::fabs(a.x - b.x) < kDrawEpsilon && std::fabs(a.y - b.y) < kDrawEpsilon;
}

}  // namespace lodestone
