#include "magick/operations/draw/mvg/primitives.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/operations/draw/shapes/curves.hpp"
#include "magick/operations/draw/shapes/path_data.hpp"

namespace lodestone {
namespace {

constexpr NamedValue<PrimitiveType> kPrimitives[] = {
    {"arc", ArcPrimitive},
    {"bezier", BezierPrimitive},
    {"circle", CirclePrimitive},
    {"color", ColorPrimitive},
    {"ellipse", EllipsePrimitive},
    {"image", ImagePrimitive},
    {"line", LinePrimitive},
    {"matte", MattePrimitive},
    {"path", PathPrimitive},
    {"point", PointPrimitive},
    {"polygon", PolygonPrimitive},
    {"polyline", PolylinePrimitive},
    {"rectangle", RectanglePrimitive},
    {"roundRectangle", RoundRectanglePrimitive},
    {"text", TextPrimitive},
    {"textc", TextPrimitive},
};

void Expect(bool condition) {
  if (!condition) throw Nonconforming{};
}

bool IsClosed(const Points& points) {
  return !points.empty() && AreSame(points.front(), points.back());
}

void CheckSize(const PointInfo& from, const PointInfo& to) {
  Expect(to.x - from.x >= 0.0 && to.y - from.y >= 0.0);
}

Points RectanglePoints(const PointInfo& from, const PointInfo& to) {
  CheckSize(from, to);
  if (from.x == to.x || from.y == to.y) return {};
  return {from, {from.x, to.y}, to, {to.x, from.y}, from};
}

// Without radii nothing remains but a point, as in GraphicsMagick.
Points RoundRectanglePoints(const PointInfo& from, const PointInfo& to, PointInfo radii) {
  Expect(radii.x >= 0.0 && radii.y >= 0.0);
  CheckSize(from, to);
  const double width = std::fabs(to.x - from.x), height = std::fabs(to.y - from.y);
  if (width == 0.0 || height == 0.0) return {};
  radii = {std::min(radii.x, 0.5 * width), std::min(radii.y, 0.5 * height)};
  const double left = from.x + radii.x, right = from.x + width - radii.x;
  const double top = from.y + radii.y, bottom = from.y + height - radii.y;
  Points points;
  AddEllipse({right, top}, radii, {270.0, 360.0}, &points);
  AddEllipse({right, bottom}, radii, {0.0, 90.0}, &points);
  AddEllipse({left, bottom}, radii, {90.0, 180.0}, &points);
  AddEllipse({left, top}, radii, {180.0, 270.0}, &points);
  points.push_back(points.empty() ? from : points.front());
  return points;
}

Points EllipsePoints(const PointInfo& center, const PointInfo& radii, const PointInfo& degrees) {
  Expect(radii.x >= 0.0 && radii.y >= 0.0);
  Points points;
  AddEllipse(center, radii, degrees, &points);
  return points;
}

// Part of the ellipse in a rectangle.
Points ArcPoints(const PointInfo& from, const PointInfo& to, const PointInfo& degrees) {
  const PointInfo center{0.5 * (to.x + from.x), 0.5 * (to.y + from.y)};
  return EllipsePoints(center, {std::fabs(center.x - from.x), std::fabs(center.y - from.y)},
                       degrees);
}

Points CirclePoints(const PointInfo& center, const PointInfo& on) {
  const double dx = on.x - center.x, dy = on.y - center.y;
  const double radius = std::sqrt(dx * dx + dy * dy);
  return EllipsePoints(center, {radius, radius}, {0.0, 360.0});
}

Points BezierPoints(const Points& control) {
  constexpr std::size_t kMost = 107;
  Expect(control.size() >= 3);
  if (control.size() > kMost)
    throw DrawFailure{DrawError, "too many coordinates", std::to_string(control.size())};
  Points points;
  AddBezier(control, &points);
  return points;
}

Points GivenPoints(MvgInput* input) {
  Points points;
  while (input->StartsNumber()) {
    AddPoint(input->Pair(), &points);
    input->SkipComma();
  }
  return points;
}

// Replaces the points given by those of the shape.
void SetShape(Points points, bool closed, Primitive* primitive) {
  Outline& outline = primitive->outline;
  outline.points = std::move(points);
  outline.subpaths.clear();
  if (!outline.points.empty()) outline.subpaths.push_back({outline.points.size(), closed});
}

void MakeShape(Primitive* primitive) {
  const Points given = primitive->outline.points;
  const auto expect = [&](std::size_t count) { Expect(given.size() == count); };
  switch (primitive->type) {
    case LinePrimitive:
      expect(2);
      if (std::fabs(given[0].x - given[1].x) > kDrawEpsilon ||
          std::fabs(given[0].y - given[1].y) > kDrawEpsilon)
        return SetShape(given, false, primitive);
      primitive->type = PointPrimitive;
      return SetShape({given[0]}, false, primitive);
    case RectanglePrimitive:
      expect(2);
      return SetShape(RectanglePoints(given[0], given[1]), true, primitive);
    case RoundRectanglePrimitive:
      expect(3);
      return SetShape(RoundRectanglePoints(given[0], given[1], given[2]), true, primitive);
    case CirclePrimitive:
      expect(2);
      SetShape(CirclePoints(given[0], given[1]), false, primitive);
      break;
    case EllipsePrimitive:
      expect(3);
      SetShape(EllipsePoints(given[0], given[1], given[2]), false, primitive);
      break;
    case ArcPrimitive:  // with other numbers of points a polyline, as in GraphicsMagick
      if (given.size() != 3) return SetShape(given, false, primitive);
      SetShape(ArcPoints(given[0], given[1], given[2]), false, primitive);
      break;
    case BezierPrimitive:
      return SetShape(BezierPoints(given), false, primitive);
    case PolygonPrimitive:
      Expect(given.size() >= 3);
      SetShape(given, true, primitive);
      primitive->outline.points.push_back(given.front());
      ++primitive->outline.subpaths.front().count;
      return;
    case PolylinePrimitive:
      Expect(!given.empty());
      return SetShape(given, false, primitive);
    default:
      return expect(1);
  }
  if (!primitive->outline.subpaths.empty())
    primitive->outline.subpaths.front().closed = IsClosed(primitive->outline.points);
}

// What follows the points.
void ReadRest(MvgInput* input, Primitive* primitive) {
  const std::size_t given = primitive->outline.points.size();
  switch (primitive->type) {
    case PathPrimitive:
      primitive->outline = ParsePath(input->Token().c_str());
      primitive->outline.given = 1;
      return;
    case ColorPrimitive:
    case MattePrimitive:
      Expect(given == 1);
      if (const NamedValue<PaintMethod>* method = FindName(kPaintMethodNames, input->Token()))
        primitive->method = method->value;
      return;
    case ImagePrimitive:
      Expect(given == 2);
      primitive->text = input->Token();
      return;
    case TextPrimitive:
      Expect(given == 1);
      primitive->text = input->Token();
      return;
    default:
      MakeShape(primitive);
  }
}

}  // namespace

std::optional<PrimitiveType> PrimitiveNamed(const std::string& keyword) {
  const NamedValue<PrimitiveType>* found = FindName(kPrimitives, keyword);
  return found ? std::optional(found->value) : std::nullopt;
}

Primitive ReadPrimitive(PrimitiveType type, MvgInput* input) {
  Primitive primitive{type, {}, FloodfillMethod, {}};
  primitive.outline.points = GivenPoints(input);
  primitive.outline.given = primitive.outline.points.size();
  ReadRest(input, &primitive);
  return primitive;
}

}  // namespace lodestone
