/* Shapes of drawings that are put together by function calls. */
#ifndef LODESTONE_TESTS_COMPAT_CONTEXT_SHAPES_H
#define LODESTONE_TESTS_COMPAT_CONTEXT_SHAPES_H

#include <stdlib.h>

#include "transcript.h"

/* Numbers of a drawing, or of any size. */
typedef struct {
  Transcript* t;
  DrawContext context;
  int wild;
  unsigned depth;
} Caller;

static double a_number(Caller* c, double low, double high) {
  static const double wild[] = {0.0, 1e-7, -123456.7, 1234567.0, 1e300, -0.00012345678, 99999.95};
  const double value = low + (high - low) * random_below(c->t, 1000001) / 1e6;
  if (c->wild && random_below(c->t, 4) == 0) return wild[random_below(c->t, 7)];
  return random_below(c->t, 2) ? value : (double)(long)value;
}

static double an_x(Caller* c) {
  return a_number(c, -10.0, 70.0);
}

static double a_y(Caller* c) {
  return a_number(c, -10.0, 55.0);
}

static const char* one_name(Caller* c, const char* const* names, unsigned count) {
  return names[random_below(c->t, count)];
}

static void call_points(Caller* c) {
  PointInfo points[40];
  unsigned long i, count = 3 + random_below(c->t, c->wild ? 37 : 4);
  for (i = 0; i < count; i++) {
    points[i].x = an_x(c);
    points[i].y = a_y(c);
  }
  switch (random_below(c->t, 3)) {
    case 0:
      DrawBezier(c->context, count, points);
      break;
    case 1:
      DrawPolygon(c->context, count, points);
      break;
    default:
      DrawPolyline(c->context, count, points);
      break;
  }
}

static void call_segment(Caller* c) {
  DrawContext d = c->context;
  const double x1 = an_x(c), y1 = a_y(c), x2 = an_x(c), y2 = a_y(c), x = an_x(c), y = a_y(c);
  const double angle = a_number(c, -90.0, 90.0);
  const unsigned large = random_below(c->t, 2), sweep = random_below(c->t, 2);
  switch (random_below(c->t, 19)) {
    case 0:
      DrawPathCurveToAbsolute(d, x1, y1, x2, y2, x, y);
      break;
    case 1:
      DrawPathCurveToRelative(d, x1, y1, x2, y2, x, y);
      break;
    case 2:
      DrawPathCurveToQuadraticBezierAbsolute(d, x1, y1, x, y);
      break;
    case 3:
      DrawPathCurveToQuadraticBezierRelative(d, x1, y1, x, y);
      break;
    case 4:
      DrawPathCurveToQuadraticBezierSmoothAbsolute(d, x, y);
      break;
    case 5:
      DrawPathCurveToQuadraticBezierSmoothRelative(d, x, y);
      break;
    case 6:
      DrawPathCurveToSmoothAbsolute(d, x2, y2, x, y);
      break;
    case 7:
      DrawPathCurveToSmoothRelative(d, x2, y2, x, y);
      break;
    case 8:
      DrawPathEllipticArcAbsolute(d, 1 + large * 9, 12, angle, large, sweep, x, y);
      break;
    case 9:
      DrawPathEllipticArcRelative(d, 8, 2 + sweep * 9, angle, large, sweep, x, y);
      break;
    case 10:
      DrawPathLineToAbsolute(d, x, y);
      break;
    case 11:
      DrawPathLineToRelative(d, x, y);
      break;
    case 12:
      DrawPathLineToHorizontalAbsolute(d, x);
      break;
    case 13:
      DrawPathLineToHorizontalRelative(d, x);
      break;
    case 14:
      DrawPathLineToVerticalAbsolute(d, y);
      break;
    case 15:
      DrawPathLineToVerticalRelative(d, y);
      break;
    case 16:
      DrawPathMoveToAbsolute(d, x, y);
      break;
    case 17:
      DrawPathMoveToRelative(d, x, y);
      break;
    default:
      DrawPathClose(d);
      break;
  }
}

static void call_path(Caller* c) {
  unsigned count = 1 + random_below(c->t, c->wild ? 30 : 6);
  DrawPathStart(c->context);
  DrawPathMoveToAbsolute(c->context, 5, 5);
  for (; count != 0; count--) call_segment(c);
  DrawPathFinish(c->context);
}

static void call_composite(Caller* c) {
  Image* part =
      random_image(c->t, DirectKind, 1 + random_below(c->t, 6), 1 + random_below(c->t, 6));
  (void)strcpy(part->magick, "PPM");
  DrawComposite(c->context, OverCompositeOp, random_below(c->t, 40), random_below(c->t, 30),
                1 + random_below(c->t, 9), 1 + random_below(c->t, 9), part);
  DestroyImage(part);
}

static void call_shape(Caller* c) {
  /* Without floods, which do not end in GraphicsMagick where the fill lets colours through; scenes
     have them. */
  static const PaintMethod methods[] = {PointMethod, ReplaceMethod, ResetMethod};
  const PaintMethod method = methods[random_below(c->t, 3)];
  DrawContext d = c->context;
  const double x1 = an_x(c), y1 = a_y(c), x2 = x1 + a_number(c, 1.0, 40.0), y2 = y1 + 20.5;
  const double angle = a_number(c, 0.0, 180.0);
  switch (random_below(c->t, 16)) {
    case 0:
      DrawArc(d, x1, y1, x2, y2, angle, angle + 90);
      break;
    case 1:
      DrawCircle(d, x1, y1, x2, y2);
      break;
    case 2:
      DrawEllipse(d, x1, y1, 12, 9.5, angle, angle + 100);
      break;
    case 3:
      DrawLine(d, x1, y1, x2, y2);
      break;
    case 4:
      DrawPoint(d, x1, y1);
      break;
    case 5:
      DrawRectangle(d, x1, y1, x2, y2);
      break;
    case 6:
      DrawRoundRectangle(d, x1, y1, x2, y2, 3, 4.5);
      break;
    case 7:
      DrawColor(d, 5, 7, method);
      break;
    case 8:
      DrawMatte(d, 15, 6, method);
      break;
    case 9:
      call_composite(c);
      break;
    case 10:
      DrawComment(d, "a remark");
      break;
    case 11:
      if (c->wild) DrawAnnotation(d, x1, y1, (const unsigned char*)"it's \\ \"text\"\nof lines");
      break;
    case 12:
    case 13:
      call_path(c);
      break;
    default:
      call_points(c);
      break;
  }
}

#endif
