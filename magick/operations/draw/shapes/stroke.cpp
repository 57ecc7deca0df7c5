#include "magick/operations/draw/shapes/stroke.hpp"

#include <algorithm>
#include <cmath>

#include "magick/gem.h"

namespace lodestone {
namespace {

constexpr double kPi = 3.14159265358979323846264338327950288;

PointInfo operator+(const PointInfo& a, const PointInfo& b) {
  return {a.x + b.x, a.y + b.y};
}
PointInfo operator-(const PointInfo& a, const PointInfo& b) {
  return {a.x - b.x, a.y - b.y};
}
bool IsNothing(const PointInfo& d) {
  return std::fabs(d.x) < kDrawEpsilon && std::fabs(d.y) < kDrawEpsilon;
}
double SquareOf(const PointInfo& d) {
  return d.x * d.x + d.y * d.y;
}

// A segment of the line, and its two sides: `near` is left of it as one goes along.
struct Side {
  PointInfo from, to;
};
struct Band {
  PointInfo direction;
  double slope;
  Side p, q;
};

// Large instead of infinite: vertical lines have such a slope.
double SteepSlope(double across, double along) {
  return (across >= 0.0) == (along < 0.0) ? -1.0 / kDrawEpsilon : 1.0 / kDrawEpsilon;
}

struct Slopes {
  double own, across;  // of the line, and of what is at right angles to it
};
Slopes SlopesOf(const PointInfo& d) {
  if (std::fabs(d.x) < kDrawEpsilon) return {SteepSlope(d.x, d.y), 0.0};
  if (std::fabs(d.y) < kDrawEpsilon) return {0.0, SteepSlope(d.y, d.x)};
  const double slope = d.y / d.x;
  return {slope, -1.0 / slope};
}

Band MakeBand(const PointInfo& from, const PointInfo& to, const PointInfo& direction,
              double half_width) {
  const Slopes slopes = SlopesOf(direction);
  PointInfo offset;
  offset.x = std::sqrt(half_width * half_width / (slopes.across * slopes.across + 1.0));
  offset.y = offset.x * slopes.across;
  const Side plus{from + offset, to + offset}, minus{from - offset, to - offset};
  const bool swapped = direction.y * offset.x - direction.x * offset.y > 0.0;
  return {direction, slopes.own, swapped ? minus : plus, swapped ? plus : minus};
}

// Where two sides meet.
PointInfo Corner(const Band& a, const Band& b, const Side& first, const Side& second) {
  if (std::fabs(a.slope - b.slope) <= kDrawEpsilon) return first.to;
  PointInfo corner;
  corner.x = (a.slope * first.from.x - first.from.y - b.slope * second.to.x + second.to.y) /
             (a.slope - b.slope);
  corner.y = a.slope * (corner.x - first.from.x) + first.from.y;
  return corner;
}

// Along the circle around a vertex; the ends are those of the sides.
void AddRound(const PointInfo& center, const PointInfo& from, const PointInfo& to, bool forward,
              double radius, Points* side) {
  double first = std::atan2(from.y - center.y, from.x - center.x);
  double last = std::atan2(to.y - center.y, to.x - center.x);
  if (forward && last < first) last += 2.0 * kPi;
  if (!forward && first < last) first += 2.0 * kPi;
  const double turn = forward ? last - first : first - last;
  const double count = std::ceil(turn / (2.0 * std::sqrt(1.0 / radius)));
  CheckRoom(count + 2.0, *side);
  side->push_back(from);
  for (double i = 1.0; i < count; ++i) {
    const double angle = std::fmod(first + i * (last - first) / count, RadiansOf(360.0));
    side->push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
  }
  side->push_back(to);
}

class Stroker {
 public:
  Stroker(const StrokeShape& shape)
      : shape_(shape),
        miter_square_(static_cast<double>(shape.miter_limit) *
                      static_cast<double>(shape.miter_limit) * shape.half_width *
                      shape.half_width) {}

  void Begin(const Band& band) {
    p_.push_back(band.p.from);
    q_.push_back(band.q.from);
  }
  void End(const Band& band) {
    p_.push_back(band.p.to);
    q_.push_back(band.q.to);
  }

  void Join(const PointInfo& vertex, const Band& a, const Band& b) {
    CheckRoom(4.0, p_);
    CheckRoom(4.0, q_);
    const PointInfo p = Corner(a, b, a.p, b.p), q = Corner(a, b, a.q, b.q);
    const bool sharp = SquareOf(q - p) <= miter_square_;
    const bool q_outside = b.direction.x * a.direction.y - a.direction.x * b.direction.y <= 0.0;
    if (shape_.join == MiterJoin) {
      Meet(sharp, p, a.p, b.p, &p_);
      Meet(sharp, q, a.q, b.q, &q_);
    } else if (q_outside) {
      Meet(sharp, p, a.p, b.p, &p_);
      Outside(vertex, a.q, b.q, true, &q_);
    } else {
      Outside(vertex, a.p, b.p, false, &p_);
      Meet(sharp, q, a.q, b.q, &q_);
    }
  }

  // There, and back on the other side.
  Points Take(bool closed) {
    CheckRoom(static_cast<double>(q_.size()) + 3.0, p_);
    Points all = p_;
    if (closed) all.push_back(p_.front());
    const std::size_t back = all.size();
    all.insert(all.end(), q_.rbegin(), q_.rend());
    if (closed) all.push_back(all[back]);
    all.push_back(all.front());
    return all;
  }

 private:
  static void Meet(bool sharp, const PointInfo& corner, const Side& a, const Side& b,
                   Points* side) {
    if (sharp) return side->push_back(corner);
    side->push_back(a.to);
    side->push_back(b.from);
  }
  void Outside(const PointInfo& vertex, const Side& a, const Side& b, bool forward,
               Points* side) const {
    if (shape_.join == RoundJoin)
      return AddRound(vertex, a.to, b.from, forward, shape_.half_width, side);
    side->push_back(a.to);
    side->push_back(b.from);
  }

  const StrokeShape shape_;
  const double miter_square_;  // of the longest that a point of a join may be
  Points p_, q_;
};

// Moves `end` away from the nearest point that differs from it.
void Lengthen(PointInfo* end, const PointInfo& from, double by) {
  const PointInfo d = *end - from;
  const double length = std::sqrt(d.x * d.x + d.y * d.y + kDrawEpsilon);
  end->x = from.x + d.x * (length + by) / length;
  end->y = from.y + d.y * (length + by) / length;
}

void AddSquareCaps(double by, Points* line) {
  Points& points = *line;
  const std::size_t last = points.size() - 1;
  std::size_t i = 1;
  while (i < last && IsNothing(points[0] - points[i])) ++i;
  Lengthen(&points[0], points[i], by);
  i = last - 1;
  while (i > 0 && IsNothing(points[last] - points[i])) --i;
  Lengthen(&points[last], points[i], by);
}

Points Trace(const Points& line, std::size_t first, bool closed, const StrokeShape& shape,
             const PointInfo& direction) {
  constexpr double kShortest = 0.25;  // the square of a length
  Stroker stroker(shape);
  std::size_t at = first;
  Band band = MakeBand(line[0], line[first], direction, shape.half_width);
  stroker.Begin(band);
  for (std::size_t i = first + 1; i < line.size(); ++i) {
    const PointInfo d = line[i] - line[at];
    if (SquareOf(d) < kShortest) continue;
    const Band next = MakeBand(line[at], line[i], d, shape.half_width);
    stroker.Join(line[at], band, next);
    band = next;
    at = i;
  }
  stroker.End(band);
  return stroker.Take(closed);
}

}  // namespace

double HalfWidth(const DrawInfo& info, const Image* image) {
  const double widest = 2.0 * 1.415 * static_cast<double>(std::max(image->columns, image->rows));
  const double half = ExpandAffine(&info.affine) * std::min(widest, info.stroke_width) / 2.0;
  if (!std::isfinite(half))
    throw DrawFailure{DrawError, "arithmetic overflow", "the width of a stroke"};
  return std::max(half, 0.0);
}

Points StrokeOutline(std::span<const PointInfo> polyline, bool closed, const StrokeShape& shape) {
  Points line(polyline.begin(), polyline.end());
  if (shape.join == RoundJoin || (shape.join == MiterJoin && closed)) line.push_back(polyline[1]);
  std::size_t first = 1;
  while (first < line.size() && IsNothing(line[first] - line[0])) ++first;
  if (first == line.size()) {
    if (closed || shape.cap != RoundCap) return {};
    --first;
  }
  const PointInfo direction = line[first] - line[0];
  if (shape.cap == SquareCap && !closed) AddSquareCaps(shape.half_width, &line);
  return Trace(line, first, closed, shape, direction);
}

}  // namespace lodestone
