// Matrices, and the part of the plane that is shown.
#include <cmath>
#include <numbers>

#include "magick/operations/draw/context/draw_context.hpp"
#include "magick/operations/draw/shapes/matrix.hpp"

namespace lodestone {
namespace {

double Radians(double degrees) {
  return std::numbers::pi * std::fmod(degrees, 360.0) / 180.0;
}

// `matrix` applies before the current one.
void Adjust(_DrawContext* context, const AffineMatrix& matrix) {
  AffineMatrix& current = context->current().affine;
  if (!IsIdentity(matrix)) current = Product(current, matrix);
}

void AddMatrix(_DrawContext* context, const AffineMatrix& m) {
  Adjust(context, m);
  context->mvg.Add("affine " + ListText({m.sx, m.rx, m.ry, m.sy, m.tx, m.ty}) + '\n');
}

void AddChange(DrawContext context, const char* name, std::initializer_list<double> numbers,
               const AffineMatrix& matrix,
               std::source_location where = std::source_location::current()) {
  Continue(
      context, {},
      [&](_DrawContext& to) {
        Adjust(&to, matrix);
        to.mvg.Add(std::string(name) + ' ' + ListText(numbers) + '\n');
      },
      where);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void DrawAffine(DrawContext context, const AffineMatrix* affine) {
  Continue(context, {affine}, [=](_DrawContext& to) { AddMatrix(&to, *affine); });
}

void DrawRotate(DrawContext context, const double degrees) {
  const double sine = std::sin(Radians(degrees)), cosine = std::cos(Radians(degrees));
  AddChange(context, "rotate", {degrees}, {cosine, sine, -sine, cosine, 0.0, 0.0});
}

void DrawScale(DrawContext context, const double x, const double y) {
  AddChange(context, "scale", {x, y}, {x, 0.0, 0.0, y, 0.0, 0.0});
}

void DrawSkewX(DrawContext context, const double degrees) {
  AddChange(context, "skewX", {degrees}, {1.0, 0.0, std::tan(Radians(degrees)), 1.0, 0.0, 0.0});
}

// Twice in the text, once in the settings: as in GraphicsMagick.
void DrawSkewY(DrawContext context, const double degrees) {
  Continue(context, {}, [=](_DrawContext& to) {
    AddMatrix(&to, {1.0, std::tan(Radians(degrees)), 0.0, 1.0, 0.0, 0.0});
    to.mvg.Add("skewY " + NumberText(degrees) + '\n');
  });
}

void DrawTranslate(DrawContext context, const double x, const double y) {
  AddChange(context, "translate", {x, y}, {1.0, 0.0, 0.0, 1.0, x, y});
}

void DrawSetClipUnits(DrawContext context, const ClipPathUnits clip_units) {
  SetNamed(context, "clip-units", &DrawInfo::clip_units, kClipUnitNames, clip_units,
           {.then = [](_DrawContext* to) {
             const SegmentInfo& bounds = to->current().bounds;
             if (to->current().clip_units == ObjectBoundingBox)
               Adjust(to, {bounds.x2, 0.0, 0.0, bounds.y2, bounds.x1, bounds.y1});
           }});
}

ClipPathUnits DrawGetClipUnits(DrawContext context) {
  return Setting(context, &DrawInfo::clip_units);
}

void DrawSetViewbox(DrawContext context, unsigned long x1, unsigned long y1, unsigned long x2,
                    unsigned long y2) {
  Continue(context, {}, [=](_DrawContext& to) {
    std::string text = "viewbox";
    for (const unsigned long edge : {x1, y1, x2, y2}) text += ' ' + std::to_string(edge);
    to.mvg.Add(text + '\n');
  });
}
