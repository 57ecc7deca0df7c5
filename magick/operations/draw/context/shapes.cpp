// Shapes, text, and floods of colour.
#include "magick/operations/draw/context/draw_context.hpp"

namespace lodestone {
namespace {

void AddShape(DrawContext context, const char* name, std::initializer_list<double> numbers,
              std::source_location where = std::source_location::current()) {
  Continue(
      context, {},
      [&](_DrawContext& to) { to.mvg.Add(std::string(name) + ' ' + PairsText(numbers) + '\n'); },
      where);
}

void AddPoints(DrawContext context, const char* name, unsigned long count, const PointInfo* points,
               std::source_location where = std::source_location::current()) {
  Continue(
      context, {points},
      [=](_DrawContext& to) {
        to.mvg.Add(name);
        for (unsigned long i = 0; i < count; ++i)
          to.mvg.AddWrapped(' ' + ListText({points[i].x, points[i].y}));
        to.mvg.Add("\n");
      },
      where);
}

void AddFlood(DrawContext context, const char* name, double x, double y, PaintMethod method,
              std::source_location where = std::source_location::current()) {
  Continue(
      context, {},
      [=](_DrawContext& to) {
        if (!CheckKnown(method, &to.image->exception, where)) return;
        to.mvg.Add(std::string(name) + ' ' + ListText({x, y}) + ' ' +
                   NameIn(kPaintMethodNames, method) + '\n');
      },
      where);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void DrawAnnotation(DrawContext context, const double x, const double y,
                    const unsigned char* text) {
  Continue(context, {text}, [=](_DrawContext& to) {
    const auto* characters = reinterpret_cast<const char*>(text);
    to.mvg.Add("text " + ListText({x, y}) + ' ' + QuotedText(characters) + '\n');
  });
}

void DrawArc(DrawContext context, const double sx, const double sy, const double ex,
             const double ey, const double sd, const double ed) {
  AddShape(context, "arc", {sx, sy, ex, ey, sd, ed});
}

void DrawBezier(DrawContext context, const unsigned long num_coords, const PointInfo* coordinates) {
  AddPoints(context, "bezier", num_coords, coordinates);
}

void DrawCircle(DrawContext context, const double ox, const double oy, const double px,
                const double py) {
  AddShape(context, "circle", {ox, oy, px, py});
}

void DrawColor(DrawContext context, const double x, const double y,
               const PaintMethod paint_method) {
  AddFlood(context, "color", x, y, paint_method);
}

void DrawEllipse(DrawContext context, const double ox, const double oy, const double rx,
                 const double ry, const double start, const double end) {
  AddShape(context, "ellipse", {ox, oy, rx, ry, start, end});
}

void DrawLine(DrawContext context, const double sx, const double sy, const double ex,
              const double ey) {
  AddShape(context, "line", {sx, sy, ex, ey});
}

void DrawMatte(DrawContext context, const double x, const double y,
               const PaintMethod paint_method) {
  AddFlood(context, "matte", x, y, paint_method);
}

void DrawPoint(DrawContext context, const double x, const double y) {
  AddShape(context, "point", {x, y});
}

void DrawPolygon(DrawContext context, const unsigned long num_coords,
                 const PointInfo* coordinates) {
  AddPoints(context, "polygon", num_coords, coordinates);
}

void DrawPolyline(DrawContext context, const unsigned long num_coords,
                  const PointInfo* coordinates) {
  AddPoints(context, "polyline", num_coords, coordinates);
}

void DrawRectangle(DrawContext context, const double x1, const double y1, const double x2,
                   const double y2) {
  AddShape(context, "rectangle", {x1, y1, x2, y2});
}

void DrawRoundRectangle(DrawContext context, double x1, double y1, double x2, double y2, double rx,
                        double ry) {
  AddShape(context, "roundrectangle", {x1, y1, x2, y2, rx, ry});
}
