#include "magick/operations/draw/shapes/curves.hpp"

#include <algorithm>
#include <climits>
#include <cmath>

namespace lodestone {
namespace {

constexpr double kPi = 3.14159265358979323846264338327950288;

// The most points for each control point.
constexpr std::size_t kBezierSteps = 200;

// n! / (k! (n - k)!), in GraphicsMagick's order of roundings.
double Binomial(std::size_t n, std::size_t k) {
  double r = 1.0;
  for (std::size_t i = k + 1; i <= n; ++i) r *= static_cast<double>(i);
  for (std::size_t i = 1; i <= n - k; ++i) r /= static_cast<double>(i);
  return r;
}

// Points for each control point: as many as the largest distance of two of them has pixels, shared.
std::size_t BezierSteps(std::span<const PointInfo> control) {
  std::size_t extent = control.size();
  const auto include = [&](double distance) {
    if (!(distance <= INT_MAX))
      throw DrawFailure{DrawError, "arithmetic overflow", "unable to draw on image"};
    if (distance > static_cast<double>(extent)) extent = static_cast<std::size_t>(distance);
  };
  for (std::size_t i = 0; i < control.size(); ++i) {
    for (std::size_t j = i + 1; j < control.size(); ++j) {
      include(std::fabs(control[j].x - control[i].x));
      include(std::fabs(control[j].y - control[i].y));
    }
  }
  return std::min(extent / control.size(), kBezierSteps);
}

PointInfo BezierPoint(std::span<const PointInfo> control, std::span<const double> binomials,
                      double weight) {
  PointInfo point{0.0, 0.0};
  double share = std::pow(1.0 - weight, static_cast<double>(control.size()) - 1.0);
  for (std::size_t i = 0; i < control.size(); ++i) {
    point.x += share * binomials[i] * control[i].x;
    point.y += share * binomials[i] * control[i].y;
    share *= weight / (1.0 - weight);
  }
  return point;
}

// The unit circle at an angle; angles of several turns are those of one.
PointInfo OnCircle(double angle) {
  const double turn = std::fmod(angle, RadiansOf(360.0));
  return {std::cos(turn), std::sin(turn)};
}

// The angle between two points of an ellipse.
double EllipseStep(const PointInfo& radii) {
  const double delta = 2.0 / std::max(radii.x, radii.y);
  return delta < kPi / 8.0 ? kPi / 4.0 / std::ceil(kPi / delta / 2.0) : kPi / 8.0;
}

// The second angle is not less than the first.
double LastAngle(const PointInfo& degrees) {
  constexpr double kMostTurns = 1.0e6;
  if (!((degrees.x - degrees.y) / 360.0 < kMostTurns))
    throw DrawFailure{DrawError, "arithmetic overflow", "angles of an ellipse"};
  double last = degrees.y;
  while (last < degrees.x) last += 360.0;
  return last;
}

// What an arc is in a frame where it belongs to the unit circle.
struct UnitArc {
  PointInfo center, radii;  // the radii are of the frame
  double cosine, sine;      // of its rotation
  double first, sweep;      // angles

  PointInfo ToUser(const PointInfo& p) const {
    return {cosine * radii.x * p.x - sine * radii.y * p.y,
            sine * radii.x * p.x + cosine * radii.y * p.y};
  }
};

// The radii are enlarged where they are too small to reach from the start to the end.
PointInfo ReachingRadii(const PathArc& arc, double cosine, double sine) {
  PointInfo radii{std::fabs(arc.radii.x), std::fabs(arc.radii.y)};
  const double dx = arc.end.x - arc.start.x, dy = arc.end.y - arc.start.y;
  const double x = cosine * dx / 2.0 + sine * dy / 2.0, y = cosine * dy / 2.0 - sine * dx / 2.0;
  const double delta = (x * x) / (radii.x * radii.x) + (y * y) / (radii.y * radii.y);
  if (delta > 1.0) {
    radii.x *= std::sqrt(delta);
    radii.y *= std::sqrt(delta);
  }
  return radii;
}

// How far the centre is from the chord, as a share of it.
double CenterFactor(const PathArc& arc, double square) {
  const double factor = 1.0 / square - 0.25;
  if (factor <= 0.0) return 0.0;
  return arc.sweep == arc.large ? -std::sqrt(factor) : std::sqrt(factor);
}

// False if both ends are one point.
bool MakeUnitArc(const PathArc& arc, UnitArc* unit) {
  const double turn = RadiansOf(std::fmod(arc.rotation, 360.0));
  const double cosine = std::cos(turn), sine = std::sin(turn);
  const PointInfo radii = ReachingRadii(arc, cosine, sine);
  const auto to_unit = [&](const PointInfo& p) {
    return PointInfo{cosine * p.x / radii.x + sine * p.y / radii.x,
                     cosine * p.y / radii.y - sine * p.x / radii.y};
  };
  const PointInfo start = to_unit(arc.start), end = to_unit(arc.end);
  const double dx = end.x - start.x, dy = end.y - start.y;
  if (std::fabs(dx * dx + dy * dy) < kDrawEpsilon) return false;
  const double factor = CenterFactor(arc, dx * dx + dy * dy);
  const PointInfo center{(start.x + end.x) / 2.0 - factor * dy,
                         (start.y + end.y) / 2.0 + factor * dx};
  const double first = std::atan2(start.y - center.y, start.x - center.x);
  double sweep = std::atan2(end.y - center.y, end.x - center.x) - first;
  if (sweep < 0.0 && arc.sweep) {
    sweep += 2.0 * kPi;
  } else if (sweep > 0.0 && !arc.sweep) {
    sweep -= 2.0 * kPi;
  }
  *unit = {center, radii, cosine, sine, first, sweep};
  return true;
}

// The control points of part `i` of `count` behind its first one.
void SetControl(const UnitArc& unit, std::size_t i, double count, PointInfo* control) {
  const double from = unit.first + static_cast<double>(i) * unit.sweep / count;
  const double to = unit.first + (static_cast<double>(i) + 1.0) * unit.sweep / count;
  const double half = 0.5 * (to - from);
  const double quarter_sine = OnCircle(0.5 * half).y;
  const double gamma = (8.0 / 3.0) * quarter_sine * quarter_sine / OnCircle(half).y;
  const PointInfo a = OnCircle(from), b = OnCircle(to);
  const PointInfo end{unit.center.x + b.x, unit.center.y + b.y};
  control[0] = unit.ToUser({unit.center.x + a.x - gamma * a.y, unit.center.y + a.y + gamma * a.x});
  control[1] = unit.ToUser({end.x + gamma * b.y, end.y - gamma * b.x});
  control[2] = unit.ToUser(end);
}

}  // namespace

void AddBezier(std::span<const PointInfo> control, Points* points) {
  const std::size_t n = control.size(), steps = BezierSteps(control), count = steps * n;
  CheckRoom(static_cast<double>(count + 1), *points);
  std::vector<double> binomials(n);
  // Whole numbers, as in GraphicsMagick, though rounding may miss them.
  for (std::size_t i = 0; i < n; ++i) binomials[i] = std::trunc(Binomial(n - 1, i));
  double weight = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    points->push_back(BezierPoint(control, binomials, weight));
    weight += 1.0 / static_cast<double>(steps) / static_cast<double>(n);
  }
  points->push_back(control[n - 1]);
}

void AddEllipse(const PointInfo& center, const PointInfo& radii, const PointInfo& degrees,
                Points* points) {
  if (radii.x == 0.0 || radii.y == 0.0) return;
  const double step = EllipseStep(radii);
  const double last = RadiansOf(LastAngle(degrees));
  double angle = RadiansOf(degrees.x);
  CheckRoom(std::ceil(1.0 + std::ceil((last - angle) / step)), *points);
  const auto at = [&](double turn) {
    const PointInfo p = OnCircle(turn);
    return PointInfo{p.x * radii.x + center.x, p.y * radii.y + center.y};
  };
  for (; angle < last; angle += step) AddPoint(at(angle), points);
  AddPoint(at(last), points);
}

void AddArc(const PathArc& arc, Points* points) {
  if (AreSame(arc.start, arc.end)) return AddPoint(arc.end, points);
  const bool is_line =
      std::fabs(arc.radii.x) < kDrawEpsilon || std::fabs(arc.radii.y) < kDrawEpsilon;
  UnitArc unit;
  if (is_line || !MakeUnitArc(arc, &unit)) {
    AddPoint(arc.start, points);
    return AddPoint(arc.end, points);
  }
  const double count = std::ceil(std::fabs(unit.sweep / (0.5 * kPi + kDrawEpsilon)));
  CheckRoom(count, *points);
  PointInfo control[4];
  control[0] = arc.start;
  for (std::size_t i = 0; static_cast<double>(i) < count; ++i) {
    SetControl(unit, i, count, control + 1);
    if (static_cast<double>(i + 1) == count) control[3] = arc.end;
    AddBezier(control, points);
    control[0] = points->back();
  }
}

}  // namespace lodestone
