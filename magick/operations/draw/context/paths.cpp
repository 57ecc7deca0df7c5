// Paths. The letter of a segment is left out after one of the same kind.
#include <cctype>
#include <utility>

#include "magick/operations/draw/context/draw_context.hpp"

namespace lodestone {
namespace {

// Capital letters: absolute coordinates.
void AddSegment(_DrawContext* context, char command, const std::string& numbers) {
  const char before = std::exchange(context->path_command, command);
  context->mvg.AddWrapped((before == command ? ' ' : command) + numbers);
}

void AddSegment(DrawContext context, char command, std::initializer_list<double> numbers,
                std::source_location where = std::source_location::current()) {
  Continue(
      context, {}, [&](_DrawContext& to) { AddSegment(&to, command, PairsText(numbers)); }, where);
}

struct EllipticArc {
  double rx, ry, angle;
  unsigned large, sweep;
  double x, y;
};

void AddArc(DrawContext context, char command, const EllipticArc& arc,
            std::source_location where = std::source_location::current()) {
  Continue(
      context, {},
      [&](_DrawContext& to) {
        AddSegment(&to, command,
                   ListText({arc.rx, arc.ry}) + ' ' + NumberText(arc.angle) + ' ' +
                       std::to_string(arc.large) + ' ' + std::to_string(arc.sweep) + ' ' +
                       ListText({arc.x, arc.y}));
      },
      where);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void DrawPathStart(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) {
    to.mvg.Add("path '");
    to.path_command = '\0';
  });
}

void DrawPathFinish(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) {
    to.mvg.Add("'\n");
    to.path_command = '\0';
  });
}

void DrawPathClose(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) {
    const bool absolute = std::isupper(static_cast<unsigned char>(to.path_command)) != 0;
    to.mvg.AddWrapped(absolute ? "Z" : "z");
  });
}

void DrawPathCurveToAbsolute(DrawContext context, const double x1, const double y1, const double x2,
                             const double y2, const double x, const double y) {
  AddSegment(context, 'C', {x1, y1, x2, y2, x, y});
}

void DrawPathCurveToRelative(DrawContext context, const double x1, const double y1, const double x2,
                             const double y2, const double x, const double y) {
  AddSegment(context, 'c', {x1, y1, x2, y2, x, y});
}

void DrawPathCurveToQuadraticBezierAbsolute(DrawContext context, const double x1, const double y1,
                                            const double x, const double y) {
  AddSegment(context, 'Q', {x1, y1, x, y});
}

void DrawPathCurveToQuadraticBezierRelative(DrawContext context, const double x1, const double y1,
                                            const double x, const double y) {
  AddSegment(context, 'q', {x1, y1, x, y});
}

void DrawPathCurveToQuadraticBezierSmoothAbsolute(DrawContext context, const double x,
                                                  const double y) {
  AddSegment(context, 'T', {x, y});
}

void DrawPathCurveToQuadraticBezierSmoothRelative(DrawContext context, const double x,
                                                  const double y) {
  AddSegment(context, 't', {x, y});
}

void DrawPathCurveToSmoothAbsolute(DrawContext context, const double x2, const double y2,
                                   const double x, const double y) {
  AddSegment(context, 'S', {x2, y2, x, y});
}

void DrawPathCurveToSmoothRelative(DrawContext context, const double x2, const double y2,
                                   const double x, const double y) {
  AddSegment(context, 's', {x2, y2, x, y});
}

void DrawPathLineToAbsolute(DrawContext context, const double x, const double y) {
  AddSegment(context, 'L', {x, y});
}

void DrawPathLineToRelative(DrawContext context, const double x, const double y) {
  AddSegment(context, 'l', {x, y});
}

void DrawPathLineToHorizontalAbsolute(DrawContext context, const double x) {
  AddSegment(context, 'H', {x});
}

void DrawPathLineToHorizontalRelative(DrawContext context, const double x) {
  AddSegment(context, 'h', {x});
}

void DrawPathLineToVerticalAbsolute(DrawContext context, const double y) {
  AddSegment(context, 'V', {y});
}

void DrawPathLineToVerticalRelative(DrawContext context, const double y) {
  AddSegment(context, 'v', {y});
}

void DrawPathMoveToAbsolute(DrawContext context, const double x, const double y) {
  AddSegment(context, 'M', {x, y});
}

void DrawPathMoveToRelative(DrawContext context, const double x, const double y) {
  AddSegment(context, 'm', {x, y});
}

void DrawPathEllipticArcAbsolute(DrawContext context, const double rx, const double ry,
                                 const double x_axis_rotation, unsigned int large_arc_flag,
                                 unsigned int sweep_flag, const double x, const double y) {
  AddArc(context, 'A', {rx, ry, x_axis_rotation, large_arc_flag, sweep_flag, x, y});
}

void DrawPathEllipticArcRelative(DrawContext context, const double rx, const double ry,
                                 const double x_axis_rotation, unsigned int large_arc_flag,
                                 unsigned int sweep_flag, const double x, const double y) {
  AddArc(context, 'a', {rx, ry, x_axis_rotation, large_arc_flag, sweep_flag, x, y});
}
