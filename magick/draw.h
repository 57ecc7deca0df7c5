/*
  Drawings put together by function calls.

  Each call adds to a text in GraphicsMagick's drawing language, MVG, which DrawRender gives to
  DrawImage. Settings that hold already are not written again. Coordinates are in user space:
  pixels, until a matrix applies.

  Errors:  go to the exception of the context's image; without a context nothing happens. What a
           call refuses is not added. Values that are no enumerators are OptionErrors.
  Threads: each context, and its image, is used by one thread at a time.
  Source:  GraphicsMagick.
*/
#ifndef LODESTONE_MAGICK_DRAW_H
#define LODESTONE_MAGICK_DRAW_H

#include "magick/common.h"
#include "magick/image.h"
#include "magick/render.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _DrawContext* DrawContext;

/*
  DrawAllocateContext: start a drawing on `image`, which has to outlive it. The settings are those
  of `draw_info`, or the default values if that is NULL.
  Returns: a context owned by the caller (DrawDestroyContext); NULL with image->exception set, or
           without an image.
*/
extern MagickExport DrawContext DrawAllocateContext(const DrawInfo* draw_info, Image* image);

/* Free a context. The image stays. NULL is ignored. */
extern MagickExport void DrawDestroyContext(DrawContext context);

/*
  DrawRender: run the drawing so far on the image, and keep its text as the image's attribute
  "[MVG]". The context stays as it is: what follows is added, and a second call draws everything
  again.
  Returns: 1; 0 with image->exception set if the drawing failed, or without a context. (1 in
           GraphicsMagick in any case.)
*/
extern MagickExport int DrawRender(const DrawContext context);

/*
  DrawPeekGraphicContext: the settings that hold now, with the drawing so far as `primitive`.
  Returns: a copy owned by the caller (DestroyDrawInfo), or NULL with image->exception set.
*/
extern MagickExport DrawInfo* DrawPeekGraphicContext(const DrawContext context);

/*
  Save the settings; go back to those saved last.
  Errors: DrawError if there is nothing to go back to.
*/
extern MagickExport void DrawPushGraphicContext(DrawContext context);
extern MagickExport void DrawPopGraphicContext(DrawContext context);

/* Between them are definitions, which are not drawn themselves. */
extern MagickExport void DrawPushDefs(DrawContext context);
extern MagickExport void DrawPopDefs(DrawContext context);

/* Between them is a clipping path, for DrawSetClipPath. */
extern MagickExport void DrawPushClipPath(DrawContext context, const char* clip_path_id);
extern MagickExport void DrawPopClipPath(DrawContext context);

/*
  Between them is a pattern, for DrawSetFillPatternURL: what is drawn in the rectangle repeats
  itself. Within it settings are written even if they change nothing.
  Errors: DrawError if a pattern is pushed within another one; DrawWarning if there is none to
           pop.
*/
extern MagickExport void DrawPushPattern(DrawContext context, const char* pattern_id,
                                         const double x, const double y, const double width,
                                         const double height);
extern MagickExport void DrawPopPattern(DrawContext context);

/* A remark within the text; each of its lines is one. (In GraphicsMagick only the first.) */
extern MagickExport void DrawComment(DrawContext context, const char* comment);

/* Text whose first character has its base line at this place, in UTF-8. */
extern MagickExport void DrawAnnotation(DrawContext context, const double x, const double y,
                                        const unsigned char* text);

/* Part of the ellipse within a rectangle, between two angles in degrees. */
extern MagickExport void DrawArc(DrawContext context, const double sx, const double sy,
                                 const double ex, const double ey, const double sd,
                                 const double ed);

/*
  Shapes of `num_coords` points: a curve of which they are the control points, and lines, from the
  last point to the first or not.
*/
extern MagickExport void DrawBezier(DrawContext context, const unsigned long num_coords,
                                    const PointInfo* coordinates);
extern MagickExport void DrawPolygon(DrawContext context, const unsigned long num_coords,
                                     const PointInfo* coordinates);
extern MagickExport void DrawPolyline(DrawContext context, const unsigned long num_coords,
                                      const PointInfo* coordinates);

/* A circle by its centre and a point on it. */
extern MagickExport void DrawCircle(DrawContext context, const double ox, const double oy,
                                    const double px, const double py);

/* Part of an ellipse by its centre, its radii, and two angles in degrees. */
extern MagickExport void DrawEllipse(DrawContext context, const double ox, const double oy,
                                     const double rx, const double ry, const double start,
                                     const double end);

/* A line, a pixel, and a rectangle by two opposite corners. */
extern MagickExport void DrawLine(DrawContext context, const double sx, const double sy,
                                  const double ex, const double ey);
extern MagickExport void DrawPoint(DrawContext context, const double x, const double y);
extern MagickExport void DrawRectangle(DrawContext context, const double x1, const double y1,
                                       const double x2, const double y2);

/* A rectangle with corners that are quarters of an ellipse. */
extern MagickExport void DrawRoundRectangle(DrawContext context, double x1, double y1, double x2,
                                            double y2, double rx, double ry);

/*
  Fill pixels with the fill colour; give them its opacity. The method says which, from this place
  on.
*/
extern MagickExport void DrawColor(DrawContext context, const double x, const double y,
                                   const PaintMethod paint_method);
extern MagickExport void DrawMatte(DrawContext context, const double x, const double y,
                                   const PaintMethod paint_method);

/*
  DrawComposite: draw an image, scaled to this size unless that is 0. The drawing has a copy,
  encoded in the format image->magick.
  Errors: those of ImageToBlob.
*/
extern MagickExport void DrawComposite(DrawContext context,
                                       const CompositeOperator composite_operator, const double x,
                                       const double y, const double width, const double height,
                                       const Image* image);

/*
  Paths: segments between DrawPathStart and DrawPathFinish, as in SVG. Coordinates are absolute,
  or relative to the end of the segment before.
*/
extern MagickExport void DrawPathStart(DrawContext context);
extern MagickExport void DrawPathFinish(DrawContext context);
extern MagickExport void DrawPathClose(DrawContext context);

/*
  Cubic and quadratic curves, with their control points and their end. Of smooth ones the first
  control point mirrors the last one of the curve before.
*/
extern MagickExport void DrawPathCurveToAbsolute(DrawContext context, const double x1,
                                                 const double y1, const double x2, const double y2,
                                                 const double x, const double y);
extern MagickExport void DrawPathCurveToRelative(DrawContext context, const double x1,
                                                 const double y1, const double x2, const double y2,
                                                 const double x, const double y);
extern MagickExport void DrawPathCurveToQuadraticBezierAbsolute(DrawContext context,
                                                                const double x1, const double y1,
                                                                const double x, const double y);
extern MagickExport void DrawPathCurveToQuadraticBezierRelative(DrawContext context,
                                                                const double x1, const double y1,
                                                                const double x, const double y);
extern MagickExport void DrawPathCurveToQuadraticBezierSmoothAbsolute(DrawContext context,
                                                                      const double x,
                                                                      const double y);
extern MagickExport void DrawPathCurveToQuadraticBezierSmoothRelative(DrawContext context,
                                                                      const double x,
                                                                      const double y);
extern MagickExport void DrawPathCurveToSmoothAbsolute(DrawContext context, const double x2,
                                                       const double y2, const double x,
                                                       const double y);
extern MagickExport void DrawPathCurveToSmoothRelative(DrawContext context, const double x2,
                                                       const double y2, const double x,
                                                       const double y);

/* An arc of an ellipse with these radii, turned by degrees: the longer one, and clockwise, or not.
 */
extern MagickExport void DrawPathEllipticArcAbsolute(DrawContext context, const double rx,
                                                     const double ry, const double x_axis_rotation,
                                                     unsigned int large_arc_flag,
                                                     unsigned int sweep_flag, const double x,
                                                     const double y);
extern MagickExport void DrawPathEllipticArcRelative(DrawContext context, const double rx,
                                                     const double ry, const double x_axis_rotation,
                                                     unsigned int large_arc_flag,
                                                     unsigned int sweep_flag, const double x,
                                                     const double y);

/* Straight lines; a new part of the path. */
extern MagickExport void DrawPathLineToAbsolute(DrawContext context, const double x,
                                                const double y);
extern MagickExport void DrawPathLineToRelative(DrawContext context, const double x,
                                                const double y);
extern MagickExport void DrawPathLineToHorizontalAbsolute(DrawContext context, const double x);
extern MagickExport void DrawPathLineToHorizontalRelative(DrawContext context, const double x);
extern MagickExport void DrawPathLineToVerticalAbsolute(DrawContext context, const double y);
extern MagickExport void DrawPathLineToVerticalRelative(DrawContext context, const double y);
extern MagickExport void DrawPathMoveToAbsolute(DrawContext context, const double x,
                                                const double y);
extern MagickExport void DrawPathMoveToRelative(DrawContext context, const double x,
                                                const double y);

/*
  Matrices that apply before the current one. Angles are in degrees. DrawSkewY applies twice when
  drawn, as in GraphicsMagick.
*/
extern MagickExport void DrawAffine(DrawContext context, const AffineMatrix* affine);
extern MagickExport void DrawRotate(DrawContext context, const double degrees);
extern MagickExport void DrawScale(DrawContext context, const double x, const double y);
extern MagickExport void DrawSkewX(DrawContext context, const double degrees);
extern MagickExport void DrawSkewY(DrawContext context, const double degrees);
extern MagickExport void DrawTranslate(DrawContext context, const double x, const double y);

/*
  The part of the plane that the image shows, for readers of the text: it changes nothing here.
*/
extern MagickExport void DrawSetViewbox(DrawContext context, unsigned long x1, unsigned long y1,
                                        unsigned long x2, unsigned long y2);

/* DrawSetClipPath: only what is within this clipping path is drawn. */
extern MagickExport void DrawSetClipPath(DrawContext context, const char* clip_path);

/*
  The rule of clipping paths is also that of filling, as in GraphicsMagick. Units: with
  ObjectBoundingBox the settings' `bounds` are the matrix.
*/
extern MagickExport void DrawSetClipRule(DrawContext context, const FillRule fill_rule);
extern MagickExport void DrawSetClipUnits(DrawContext context, const ClipPathUnits clip_units);

/*
  Colours. One that is opaque has the opacity of the settings that the context began with. By name
  or as "#RGB".
  Errors: those of QueryColorDatabase.
*/
extern MagickExport void DrawSetFillColor(DrawContext context, const PixelPacket* fill_color);
extern MagickExport void DrawSetFillColorString(DrawContext context, const char* fill_color);
extern MagickExport void DrawSetStrokeColor(DrawContext context, const PixelPacket* stroke_color);
extern MagickExport void DrawSetStrokeColorString(DrawContext context, const char* stroke_color);
extern MagickExport void DrawSetTextUnderColor(DrawContext context, const PixelPacket* color);
extern MagickExport void DrawSetTextUnderColorString(DrawContext context, const char* under_color);

/*
  Paint with a pattern that was popped before; its name follows a "#".
  Errors: DrawWarning if it does not begin with "#", or there is no such pattern.
*/
extern MagickExport void DrawSetFillPatternURL(DrawContext context, const char* fill_url);
extern MagickExport void DrawSetStrokePatternURL(DrawContext context, const char* stroke_url);

/* 0 to 1, which is opaque; other values are taken as the nearest of these. */
extern MagickExport void DrawSetFillOpacity(DrawContext context, const double fill_opacity);
extern MagickExport void DrawSetStrokeOpacity(DrawContext context, const double opacity);

/* Which parts of a shape that crosses itself are inside. */
extern MagickExport void DrawSetFillRule(DrawContext context, const FillRule fill_rule);

/* Dashes and gaps in turn; without any the line is solid. */
extern MagickExport void DrawSetStrokeDashArray(DrawContext context, const unsigned long num_elems,
                                                const double* dasharray);
extern MagickExport void DrawSetStrokeDashOffset(DrawContext context, const double dashoffset);

/* Ends, corners and width of strokes, and how far pointed corners reach, in widths. */
extern MagickExport void DrawSetStrokeAntialias(DrawContext context, const unsigned int true_false);
extern MagickExport void DrawSetStrokeLineCap(DrawContext context, const LineCap linecap);
extern MagickExport void DrawSetStrokeLineJoin(DrawContext context, const LineJoin linejoin);
extern MagickExport void DrawSetStrokeMiterLimit(DrawContext context,
                                                 const unsigned long miterlimit);
extern MagickExport void DrawSetStrokeWidth(DrawContext context, const double width);

/* Fonts and text; see AnnotateImage. The weight is 100 to 900. */
extern MagickExport void DrawSetFont(DrawContext context, const char* font_name);
extern MagickExport void DrawSetFontFamily(DrawContext context, const char* font_family);
extern MagickExport void DrawSetFontSize(DrawContext context, const double font_size);
extern MagickExport void DrawSetFontStretch(DrawContext context, const StretchType font_stretch);
extern MagickExport void DrawSetFontStyle(DrawContext context, const StyleType font_style);
extern MagickExport void DrawSetFontWeight(DrawContext context, const unsigned long font_weight);
extern MagickExport void DrawSetGravity(DrawContext context, const GravityType gravity);
extern MagickExport void DrawSetTextAntialias(DrawContext context, const unsigned int true_false);
extern MagickExport void DrawSetTextDecoration(DrawContext context,
                                               const DecorationType decoration);
extern MagickExport void DrawSetTextEncoding(DrawContext context, const char* encoding);

/*
  Settings that hold now; 0 without a context. Texts are copies owned by the caller (MagickFree),
  or NULL if not set.
*/
extern MagickExport char* DrawGetClipPath(DrawContext context);
extern MagickExport char* DrawGetFont(DrawContext context);
extern MagickExport char* DrawGetFontFamily(DrawContext context);
extern MagickExport char* DrawGetTextEncoding(DrawContext context);

/*
  The dashes, *num_elems of them with a 0 behind, owned by the caller (MagickFree); NULL if there
  are none.
*/
extern MagickExport double* DrawGetStrokeDashArray(DrawContext context, unsigned long* num_elems);

/* The other settings that hold now, in the units of the functions that set them. */
extern MagickExport FillRule DrawGetClipRule(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport ClipPathUnits DrawGetClipUnits(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport PixelPacket DrawGetFillColor(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport double DrawGetFillOpacity(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport FillRule DrawGetFillRule(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport double DrawGetFontSize(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport StretchType DrawGetFontStretch(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport StyleType DrawGetFontStyle(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport unsigned long DrawGetFontWeight(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport GravityType DrawGetGravity(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport unsigned int DrawGetStrokeAntialias(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport PixelPacket DrawGetStrokeColor(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport double DrawGetStrokeDashOffset(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport LineCap DrawGetStrokeLineCap(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport LineJoin DrawGetStrokeLineJoin(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport unsigned long DrawGetStrokeMiterLimit(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport double DrawGetStrokeOpacity(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport double DrawGetStrokeWidth(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport unsigned int DrawGetTextAntialias(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport DecorationType DrawGetTextDecoration(DrawContext context) MAGICK_FUNC_PURE;
extern MagickExport PixelPacket DrawGetTextUnderColor(DrawContext context) MAGICK_FUNC_PURE;

/*
  For other interfaces to drawings, such as drawing wands. Not in GraphicsMagick.

  DrawCloneContext: the drawing so far, with its settings, on another image, which has to outlive
  it. Returns: a context owned by the caller (DrawDestroyContext); NULL with image->exception set,
  or without an image.
*/
extern MagickExport DrawContext DrawCloneContext(const DrawContext context, Image* image);

/*
  The settings that hold now: changes are not written, and what is set later is compared with them.
  Returns: the context's own, until the next push or pop; NULL without a context.
*/
extern MagickExport DrawInfo* DrawContextSettings(DrawContext context) MAGICK_FUNC_PURE;

/* Add words in the drawing language as they are. */
extern MagickExport void DrawAppendText(DrawContext context, const char* mvg);

#if defined(__cplusplus)
}
#endif

#endif
