// Shapes, paths and matrices of drawing wands.
#include "wand/drawing_wand.hpp"

using namespace lodestone::wand;

void MagickDrawAnnotation(DrawingWand* drawing_wand, const double x, const double y,
                          const unsigned char* text) {
  Call(drawing_wand, DrawAnnotation, x, y, text);
}

void MagickDrawArc(DrawingWand* drawing_wand, const double sx, const double sy, const double ex,
                   const double ey, const double sd, const double ed) {
  Call(drawing_wand, DrawArc, sx, sy, ex, ey, sd, ed);
}

void MagickDrawBezier(DrawingWand* drawing_wand, const unsigned long number_coordinates,
                      const PointInfo* coordinates) {
  Call(drawing_wand, DrawBezier, number_coordinates, coordinates);
}

void MagickDrawPolygon(DrawingWand* drawing_wand, const unsigned long number_coordinates,
                       const PointInfo* coordinates) {
  Call(drawing_wand, DrawPolygon, number_coordinates, coordinates);
}

void MagickDrawPolyline(DrawingWand* drawing_wand, const unsigned long number_coordinates,
                        const PointInfo* coordinates) {
  Call(drawing_wand, DrawPolyline, number_coordinates, coordinates);
}

void MagickDrawCircle(DrawingWand* drawing_wand, const double ox, const double oy, const double px,
                      const double py) {
  Call(drawing_wand, DrawCircle, ox, oy, px, py);
}

void MagickDrawEllipse(DrawingWand* drawing_wand, const double ox, const double oy, const double rx,
                       const double ry, const double start, const double end) {
  Call(drawing_wand, DrawEllipse, ox, oy, rx, ry, start, end);
}

void MagickDrawLine(DrawingWand* drawing_wand, const double sx, const double sy, const double ex,
                    const double ey) {
  Call(drawing_wand, DrawLine, sx, sy, ex, ey);
}

void MagickDrawPoint(DrawingWand* drawing_wand, const double x, const double y) {
  Call(drawing_wand, DrawPoint, x, y);
}

void MagickDrawRectangle(DrawingWand* drawing_wand, const double x1, const double y1,
                         const double x2, const double y2) {
  Call(drawing_wand, DrawRectangle, x1, y1, x2, y2);
}

void MagickDrawRoundRectangle(DrawingWand* drawing_wand, double x1, double y1, double x2, double y2,
                              double rx, double ry) {
  Call(drawing_wand, DrawRoundRectangle, x1, y1, x2, y2, rx, ry);
}

void MagickDrawColor(DrawingWand* drawing_wand, const double x, const double y,
                     const PaintMethod paint_method) {
  Call(drawing_wand, DrawColor, x, y, paint_method);
}

void MagickDrawMatte(DrawingWand* drawing_wand, const double x, const double y,
                     const PaintMethod paint_method) {
  Call(drawing_wand, DrawMatte, x, y, paint_method);
}

void MagickDrawComposite(DrawingWand* drawing_wand, const CompositeOperator composite_operator,
                         const double x, const double y, const double width, const double height,
                         const Image* image) {
  Call(drawing_wand, DrawComposite, composite_operator, x, y, width, height, image);
}

void MagickDrawPathStart(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPathStart);
}

void MagickDrawPathFinish(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPathFinish);
}

void MagickDrawPathClose(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPathClose);
}

void MagickDrawPathCurveToAbsolute(DrawingWand* drawing_wand, const double x1, const double y1,
                                   const double x2, const double y2, const double x,
                                   const double y) {
  Call(drawing_wand, DrawPathCurveToAbsolute, x1, y1, x2, y2, x, y);
}

void MagickDrawPathCurveToRelative(DrawingWand* drawing_wand, const double x1, const double y1,
                                   const double x2, const double y2, const double x,
                                   const double y) {
  Call(drawing_wand, DrawPathCurveToRelative, x1, y1, x2, y2, x, y);
}

void MagickDrawPathCurveToQuadraticBezierAbsolute(DrawingWand* drawing_wand, const double x1,
                                                  const double y1, const double x, const double y) {
  Call(drawing_wand, DrawPathCurveToQuadraticBezierAbsolute, x1, y1, x, y);
}

void MagickDrawPathCurveToQuadraticBezierRelative(DrawingWand* drawing_wand, const double x1,
                                                  const double y1, const double x, const double y) {
  Call(drawing_wand, DrawPathCurveToQuadraticBezierRelative, x1, y1, x, y);
}

void MagickDrawPathCurveToQuadraticBezierSmoothAbsolute(DrawingWand* drawing_wand, const double x,
                                                        const double y) {
  Call(drawing_wand, DrawPathCurveToQuadraticBezierSmoothAbsolute, x, y);
}

void MagickDrawPathCurveToQuadraticBezierSmoothRelative(DrawingWand* drawing_wand, const double x,
                                                        const double y) {
  Call(drawing_wand, DrawPathCurveToQuadraticBezierSmoothRelative, x, y);
}

void MagickDrawPathCurveToSmoothAbsolute(DrawingWand* drawing_wand, const double x2,
                                         const double y2, const double x, const double y) {
  Call(drawing_wand, DrawPathCurveToSmoothAbsolute, x2, y2, x, y);
}

void MagickDrawPathCurveToSmoothRelative(DrawingWand* drawing_wand, const double x2,
                                         const double y2, const double x, const double y) {
  Call(drawing_wand, DrawPathCurveToSmoothRelative, x2, y2, x, y);
}

void MagickDrawPathEllipticArcAbsolute(DrawingWand* drawing_wand, const double rx, const double ry,
                                       const double x_axis_rotation, unsigned int large_arc_flag,
                                       unsigned int sweep_flag, const double x, const double y) {
  Call(drawing_wand, DrawPathEllipticArcAbsolute, rx, ry, x_axis_rotation, large_arc_flag,
       sweep_flag, x, y);
}

void MagickDrawPathEllipticArcRelative(DrawingWand* drawing_wand, const double rx, const double ry,
                                       const double x_axis_rotation, unsigned int large_arc_flag,
                                       unsigned int sweep_flag, const double x, const double y) {
  Call(drawing_wand, DrawPathEllipticArcRelative, rx, ry, x_axis_rotation, large_arc_flag,
       sweep_flag, x, y);
}

void MagickDrawPathLineToAbsolute(DrawingWand* drawing_wand, const double x, const double y) {
  Call(drawing_wand, DrawPathLineToAbsolute, x, y);
}

void MagickDrawPathLineToRelative(DrawingWand* drawing_wand, const double x, const double y) {
  Call(drawing_wand, DrawPathLineToRelative, x, y);
}

void MagickDrawPathLineToHorizontalAbsolute(DrawingWand* drawing_wand, const double x) {
  Call(drawing_wand, DrawPathLineToHorizontalAbsolute, x);
}

void MagickDrawPathLineToHorizontalRelative(DrawingWand* drawing_wand, const double x) {
  Call(drawing_wand, DrawPathLineToHorizontalRelative, x);
}

void MagickDrawPathLineToVerticalAbsolute(DrawingWand* drawing_wand, const double y) {
  Call(drawing_wand, DrawPathLineToVerticalAbsolute, y);
}

void MagickDrawPathLineToVerticalRelative(DrawingWand* drawing_wand, const double y) {
  Call(drawing_wand, DrawPathLineToVerticalRelative, y);
}

void MagickDrawPathMoveToAbsolute(DrawingWand* drawing_wand, const double x, const double y) {
  Call(drawing_wand, DrawPathMoveToAbsolute, x, y);
}

void MagickDrawPathMoveToRelative(DrawingWand* drawing_wand, const double x, const double y) {
  Call(drawing_wand, DrawPathMoveToRelative, x, y);
}

void MagickDrawAffine(DrawingWand* drawing_wand, const AffineMatrix* affine) {
  Call(drawing_wand, DrawAffine, affine);
}

void MagickDrawRotate(DrawingWand* drawing_wand, const double degrees) {
  Call(drawing_wand, DrawRotate, degrees);
}

void MagickDrawScale(DrawingWand* drawing_wand, const double x, const double y) {
  Call(drawing_wand, DrawScale, x, y);
}

void MagickDrawSkewX(DrawingWand* drawing_wand, const double degrees) {
  Call(drawing_wand, DrawSkewX, degrees);
}

void MagickDrawSkewY(DrawingWand* drawing_wand, const double degrees) {
  Call(drawing_wand, DrawSkewY, degrees);
}

void MagickDrawTranslate(DrawingWand* drawing_wand, const double x, const double y) {
  Call(drawing_wand, DrawTranslate, x, y);
}
