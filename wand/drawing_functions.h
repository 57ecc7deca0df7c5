/*
  Drawing wands: drawings put together by function calls, under the names that are exported.
  <wand/drawing_wand.h> has those that programs use.

  Each call adds to a text in GraphicsMagick's drawing language, MVG. Settings that hold already are
  not written again. Coordinates are in user space: pixels, until a matrix applies.

  Errors:  go to the wand's exception; without a wand nothing happens. What a call refuses is not
           added. Values that are no enumerators are OptionErrors.
  Threads: each wand is used by one thread at a time.
  Source:  GraphicsMagick.
*/
#ifndef LODESTONE_WAND_DRAWING_FUNCTIONS_H
#define LODESTONE_WAND_DRAWING_FUNCTIONS_H

#include "magick/draw.h"
#include "wand/common.h"
#include "wand/pixel_wand.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _DrawingWand DrawingWand;

/*
  New wands; copies, with the drawing so far, its settings, and the image of the wand.
  Returns: owned by the caller (MagickDestroyDrawingWand); NULL if there is no memory, or nothing to
           copy.
*/
extern WandExport DrawingWand* MagickNewDrawingWand(void);
extern WandExport DrawingWand* MagickCloneDrawingWand(const DrawingWand* drawing_wand);

/*
  MagickDrawAllocateWand: start a drawing with these settings (NULL: the default values) on an
  image, which has to outlive the wand. Deprecated: MagickDrawImage draws on a MagickWand.
  Returns: owned by the caller (MagickDestroyDrawingWand), or NULL if there is no memory.
*/
extern WandExport DrawingWand* MagickDrawAllocateWand(const DrawInfo* draw_info, Image* image)
    MAGICK_ATTRIBUTE((deprecated));

/* Free a wand. The image stays. NULL is ignored. */
extern WandExport void MagickDestroyDrawingWand(DrawingWand* drawing_wand);

/*
  MagickDrawGetException: what went wrong.
  severity: receives UndefinedException if nothing did.
  Returns: "reason (description)", owned by the caller (MagickFree); NULL if there is no exception.
*/
extern WandExport char* MagickDrawGetException(const DrawingWand* drawing_wand,
                                               ExceptionType* severity);

/* Forget the exception. Returns: MagickPass; MagickFail without a wand. */
extern WandExport unsigned int MagickDrawClearException(DrawingWand* drawing_wand);

/*
  MagickDrawRender: run the drawing so far on the image of MagickDrawAllocateWand, and keep its
  text as the image's attribute "[MVG]". Deprecated: MagickDrawImage.
  Returns: MagickPass; MagickFail with image->exception set if the drawing failed.
*/
extern WandExport unsigned int MagickDrawRender(const DrawingWand* drawing_wand)
    MAGICK_ATTRIBUTE((deprecated));

/*
  The settings that hold now, with the drawing so far as `primitive`.
  Returns: a copy owned by the caller (DestroyDrawInfo), or NULL.
*/
extern WandExport DrawInfo* MagickDrawPeekGraphicContext(const DrawingWand* drawing_wand);

/*
  Save the settings; go back to those saved last.
  Errors: DrawError if there is nothing to go back to.
*/
extern WandExport void MagickDrawPushGraphicContext(DrawingWand* drawing_wand);
extern WandExport void MagickDrawPopGraphicContext(DrawingWand* drawing_wand);

/* Between them are definitions, which are not drawn themselves. */
extern WandExport void MagickDrawPushDefs(DrawingWand* drawing_wand);
extern WandExport void MagickDrawPopDefs(DrawingWand* drawing_wand);

/* Between them is a clipping path, for MagickDrawSetClipPath. */
extern WandExport void MagickDrawPushClipPath(DrawingWand* drawing_wand, const char* clip_path_id);
extern WandExport void MagickDrawPopClipPath(DrawingWand* drawing_wand);

/*
  Between them is a pattern, for MagickDrawSetFillPatternURL: what is drawn in the rectangle repeats
  itself. Within it settings are written even if they change nothing.
  Errors: DrawError if a pattern is pushed within another one; DrawWarning if there is none to pop.
*/
extern WandExport void MagickDrawPushPattern(DrawingWand* drawing_wand, const char* pattern_id,
                                             const double x, const double y, const double width,
                                             const double height);
extern WandExport void MagickDrawPopPattern(DrawingWand* drawing_wand);

/* A remark within the text; each of its lines is one. (In GraphicsMagick only the first.) */
extern WandExport void MagickDrawComment(DrawingWand* drawing_wand, const char* comment);

/* Text whose first character has its base line at this place, in UTF-8. */
extern WandExport void MagickDrawAnnotation(DrawingWand* drawing_wand, const double x,
                                            const double y, const unsigned char* text);

/* Part of the ellipse within a rectangle, between two angles in degrees. */
extern WandExport void MagickDrawArc(DrawingWand* drawing_wand, const double sx, const double sy,
                                     const double ex, const double ey, const double sd,
                                     const double ed);

/*
  Shapes of `number_coordinates` points: a curve of which they are the control points, and lines,
  from the last point to the first or not.
*/
extern WandExport void MagickDrawBezier(DrawingWand* drawing_wand,
                                        const unsigned long number_coordinates,
                                        const PointInfo* coordinates);
extern WandExport void MagickDrawPolygon(DrawingWand* drawing_wand,
                                         const unsigned long number_coordinates,
                                         const PointInfo* coordinates);
extern WandExport void MagickDrawPolyline(DrawingWand* drawing_wand,
                                          const unsigned long number_coordinates,
                                          const PointInfo* coordinates);

/* A circle by its centre and a point on it. */
extern WandExport void MagickDrawCircle(DrawingWand* drawing_wand, const double ox, const double oy,
                                        const double px, const double py);

/* Part of an ellipse by its centre, its radii, and two angles in degrees. */
extern WandExport void MagickDrawEllipse(DrawingWand* drawing_wand, const double ox,
                                         const double oy, const double rx, const double ry,
                                         const double start, const double end);

/* A line, a pixel, and a rectangle by two opposite corners. */
extern WandExport void MagickDrawLine(DrawingWand* drawing_wand, const double sx, const double sy,
                                      const double ex, const double ey);
extern WandExport void MagickDrawPoint(DrawingWand* drawing_wand, const double x, const double y);
extern WandExport void MagickDrawRectangle(DrawingWand* drawing_wand, const double x1,
                                           const double y1, const double x2, const double y2);

/* A rectangle with corners that are quarters of an ellipse. */
extern WandExport void MagickDrawRoundRectangle(DrawingWand* drawing_wand, double x1, double y1,
                                                double x2, double y2, double rx, double ry);

/*
  Fill pixels with the fill colour; give them its opacity. The method says which, from this place
  on.
*/
extern WandExport void MagickDrawColor(DrawingWand* drawing_wand, const double x, const double y,
                                       const PaintMethod paint_method);
extern WandExport void MagickDrawMatte(DrawingWand* drawing_wand, const double x, const double y,
                                       const PaintMethod paint_method);

/*
  MagickDrawComposite: draw an image, scaled to this size. The drawing has a copy, encoded in the
  format image->magick.
  Errors: those of ImageToBlob.
*/
extern WandExport void MagickDrawComposite(DrawingWand* drawing_wand,
                                           const CompositeOperator composite_operator,
                                           const double x, const double y, const double width,
                                           const double height, const Image* image);

/*
  Paths: segments between MagickDrawPathStart and MagickDrawPathFinish, as in SVG. Coordinates are
  absolute, or relative to the end of the segment before.
*/
extern WandExport void MagickDrawPathStart(DrawingWand* drawing_wand);
extern WandExport void MagickDrawPathFinish(DrawingWand* drawing_wand);
extern WandExport void MagickDrawPathClose(DrawingWand* drawing_wand);

/*
  Cubic and quadratic curves, with their control points and their end. Of smooth ones the first
  control point mirrors the last one of the curve before.
*/
extern WandExport void MagickDrawPathCurveToAbsolute(DrawingWand* drawing_wand, const double x1,
                                                     const double y1, const double x2,
                                                     const double y2, const double x,
                                                     const double y);
extern WandExport void MagickDrawPathCurveToRelative(DrawingWand* drawing_wand, const double x1,
                                                     const double y1, const double x2,
                                                     const double y2, const double x,
                                                     const double y);
extern WandExport void MagickDrawPathCurveToQuadraticBezierAbsolute(DrawingWand* drawing_wand,
                                                                    const double x1,
                                                                    const double y1, const double x,
                                                                    const double y);
extern WandExport void MagickDrawPathCurveToQuadraticBezierRelative(DrawingWand* drawing_wand,
                                                                    const double x1,
                                                                    const double y1, const double x,
                                                                    const double y);
extern WandExport void MagickDrawPathCurveToQuadraticBezierSmoothAbsolute(DrawingWand* drawing_wand,
                                                                          const double x,
                                                                          const double y);
extern WandExport void MagickDrawPathCurveToQuadraticBezierSmoothRelative(DrawingWand* drawing_wand,
                                                                          const double x,
                                                                          const double y);
extern WandExport void MagickDrawPathCurveToSmoothAbsolute(DrawingWand* drawing_wand,
                                                           const double x2, const double y2,
                                                           const double x, const double y);
extern WandExport void MagickDrawPathCurveToSmoothRelative(DrawingWand* drawing_wand,
                                                           const double x2, const double y2,
                                                           const double x, const double y);

/*
  An arc of an ellipse with these radii, turned by degrees: the longer one, and clockwise, or not.
*/
extern WandExport void MagickDrawPathEllipticArcAbsolute(
    DrawingWand* drawing_wand, const double rx, const double ry, const double x_axis_rotation,
    unsigned int large_arc_flag, unsigned int sweep_flag, const double x, const double y);
extern WandExport void MagickDrawPathEllipticArcRelative(
    DrawingWand* drawing_wand, const double rx, const double ry, const double x_axis_rotation,
    unsigned int large_arc_flag, unsigned int sweep_flag, const double x, const double y);

/* Straight lines; a new part of the path. */
extern WandExport void MagickDrawPathLineToAbsolute(DrawingWand* drawing_wand, const double x,
                                                    const double y);
extern WandExport void MagickDrawPathLineToRelative(DrawingWand* drawing_wand, const double x,
                                                    const double y);
extern WandExport void MagickDrawPathLineToHorizontalAbsolute(DrawingWand* drawing_wand,
                                                              const double x);
extern WandExport void MagickDrawPathLineToHorizontalRelative(DrawingWand* drawing_wand,
                                                              const double x);
extern WandExport void MagickDrawPathLineToVerticalAbsolute(DrawingWand* drawing_wand,
                                                            const double y);
extern WandExport void MagickDrawPathLineToVerticalRelative(DrawingWand* drawing_wand,
                                                            const double y);
extern WandExport void MagickDrawPathMoveToAbsolute(DrawingWand* drawing_wand, const double x,
                                                    const double y);
extern WandExport void MagickDrawPathMoveToRelative(DrawingWand* drawing_wand, const double x,
                                                    const double y);

/*
  Matrices that apply before the current one. Angles are in degrees. MagickDrawSkewY applies twice
  when drawn, as in GraphicsMagick.
*/
extern WandExport void MagickDrawAffine(DrawingWand* drawing_wand, const AffineMatrix* affine);
extern WandExport void MagickDrawRotate(DrawingWand* drawing_wand, const double degrees);
extern WandExport void MagickDrawScale(DrawingWand* drawing_wand, const double x, const double y);
extern WandExport void MagickDrawSkewX(DrawingWand* drawing_wand, const double degrees);
extern WandExport void MagickDrawSkewY(DrawingWand* drawing_wand, const double degrees);
extern WandExport void MagickDrawTranslate(DrawingWand* drawing_wand, const double x,
                                           const double y);

/*
  The part of the plane that the image shows, for readers of the text: it changes nothing here.
*/
extern WandExport void MagickDrawSetViewbox(DrawingWand* drawing_wand, unsigned long x1,
                                            unsigned long y1, unsigned long x2, unsigned long y2);

/* Only what is within this clipping path is drawn. */
extern WandExport void MagickDrawSetClipPath(DrawingWand* drawing_wand, const char* clip_path);

/*
  The rule of clipping paths is also that of filling, as in GraphicsMagick. Units: with
  ObjectBoundingBox the settings' `bounds` are the matrix.
*/
extern WandExport void MagickDrawSetClipRule(DrawingWand* drawing_wand, const FillRule fill_rule);
extern WandExport void MagickDrawSetClipUnits(DrawingWand* drawing_wand,
                                              const ClipPathUnits clip_units);

/*
  Colours. The inside and the outline get the opacity that MagickDrawSetFillOpacity set, unless the
  colour is transparent.
*/
extern WandExport void MagickDrawSetFillColor(DrawingWand* drawing_wand,
                                              const PixelWand* fill_wand);
extern WandExport void MagickDrawSetStrokeColor(DrawingWand* drawing_wand,
                                                const PixelWand* stroke_wand);
extern WandExport void MagickDrawSetTextUnderColor(DrawingWand* drawing_wand,
                                                   const PixelWand* under_wand);

/*
  Paint with a pattern that was popped before; its name follows a "#".
  Errors: DrawWarning if it does not begin with "#", or there is no such pattern.
*/
extern WandExport void MagickDrawSetFillPatternURL(DrawingWand* drawing_wand, const char* fill_url);
extern WandExport void MagickDrawSetStrokePatternURL(DrawingWand* drawing_wand,
                                                     const char* stroke_url);

/* 0 to 1, which is opaque. */
extern WandExport void MagickDrawSetFillOpacity(DrawingWand* drawing_wand,
                                                const double fill_opacity);
extern WandExport void MagickDrawSetStrokeOpacity(DrawingWand* drawing_wand,
                                                  const double stroke_opacity);

/* Which parts of a shape that crosses itself are inside. */
extern WandExport void MagickDrawSetFillRule(DrawingWand* drawing_wand, const FillRule fill_rule);

/* Dashes and gaps in turn; without any the line is solid. */
extern WandExport void MagickDrawSetStrokeDashArray(DrawingWand* drawing_wand,
                                                    const unsigned long number_elements,
                                                    const double* dash_array);
extern WandExport void MagickDrawSetStrokeDashOffset(DrawingWand* drawing_wand,
                                                     const double dash_offset);

/* Ends, corners and width of strokes, and how far pointed corners reach, in widths. */
extern WandExport void MagickDrawSetStrokeAntialias(DrawingWand* drawing_wand,
                                                    const unsigned int stroke_antialias);
extern WandExport void MagickDrawSetStrokeLineCap(DrawingWand* drawing_wand, const LineCap linecap);
extern WandExport void MagickDrawSetStrokeLineJoin(DrawingWand* drawing_wand,
                                                   const LineJoin linejoin);
extern WandExport void MagickDrawSetStrokeMiterLimit(DrawingWand* drawing_wand,
                                                     const unsigned long miterlimit);
extern WandExport void MagickDrawSetStrokeWidth(DrawingWand* drawing_wand,
                                                const double stroke_width);

/* Fonts and text; see AnnotateImage. The weight is 100 to 900. */
extern WandExport void MagickDrawSetFont(DrawingWand* drawing_wand, const char* font_name);
extern WandExport void MagickDrawSetFontFamily(DrawingWand* drawing_wand, const char* font_family);
extern WandExport void MagickDrawSetFontSize(DrawingWand* drawing_wand, const double pointsize);
extern WandExport void MagickDrawSetFontStretch(DrawingWand* drawing_wand,
                                                const StretchType font_stretch);
extern WandExport void MagickDrawSetFontStyle(DrawingWand* drawing_wand, const StyleType style);
extern WandExport void MagickDrawSetFontWeight(DrawingWand* drawing_wand,
                                               const unsigned long font_weight);
extern WandExport void MagickDrawSetGravity(DrawingWand* drawing_wand, const GravityType gravity);
extern WandExport void MagickDrawSetTextAntialias(DrawingWand* drawing_wand,
                                                  const unsigned int text_antialias);
extern WandExport void MagickDrawSetTextDecoration(DrawingWand* drawing_wand,
                                                   const DecorationType decoration);
extern WandExport void MagickDrawSetTextEncoding(DrawingWand* drawing_wand, const char* encoding);

/*
  Settings that hold now; 0 without a wand. Texts are copies owned by the caller (MagickFree), or
  NULL if not set.
*/
extern WandExport char* MagickDrawGetClipPath(const DrawingWand* drawing_wand);
extern WandExport char* MagickDrawGetFont(const DrawingWand* drawing_wand);
extern WandExport char* MagickDrawGetFontFamily(const DrawingWand* drawing_wand);
extern WandExport char* MagickDrawGetTextEncoding(const DrawingWand* drawing_wand);

/*
  The dashes, *number_elements of them with a 0 behind, owned by the caller (MagickFree); NULL if
  there are none.
*/
extern WandExport double* MagickDrawGetStrokeDashArray(const DrawingWand* drawing_wand,
                                                       unsigned long* number_elements);

/* Colours, with the opacity that they really have. */
extern WandExport void MagickDrawGetFillColor(const DrawingWand* drawing_wand,
                                              PixelWand* fill_color);
extern WandExport void MagickDrawGetStrokeColor(const DrawingWand* drawing_wand,
                                                PixelWand* stroke_color);
extern WandExport void MagickDrawGetTextUnderColor(const DrawingWand* drawing_wand,
                                                   PixelWand* under_color);

/* 0 to 1, which is transparent: not the number that was set, as in GraphicsMagick. */
extern WandExport double MagickDrawGetFillOpacity(const DrawingWand* drawing_wand) MAGICK_FUNC_PURE;

/* The other settings that hold now, in the units of the functions that set them. */
extern WandExport FillRule MagickDrawGetClipRule(const DrawingWand* drawing_wand) MAGICK_FUNC_PURE;
extern WandExport ClipPathUnits MagickDrawGetClipUnits(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport FillRule MagickDrawGetFillRule(const DrawingWand* drawing_wand) MAGICK_FUNC_PURE;
extern WandExport double MagickDrawGetFontSize(const DrawingWand* drawing_wand) MAGICK_FUNC_PURE;
extern WandExport StretchType MagickDrawGetFontStretch(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport StyleType MagickDrawGetFontStyle(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport unsigned long MagickDrawGetFontWeight(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport GravityType MagickDrawGetGravity(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport unsigned int MagickDrawGetStrokeAntialias(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport double MagickDrawGetStrokeDashOffset(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport LineCap MagickDrawGetStrokeLineCap(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport LineJoin MagickDrawGetStrokeLineJoin(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport unsigned long MagickDrawGetStrokeMiterLimit(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport double MagickDrawGetStrokeOpacity(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport double MagickDrawGetStrokeWidth(const DrawingWand* drawing_wand) MAGICK_FUNC_PURE;
extern WandExport unsigned int MagickDrawGetTextAntialias(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;
extern WandExport DecorationType MagickDrawGetTextDecoration(const DrawingWand* drawing_wand)
    MAGICK_FUNC_PURE;

#if defined(__cplusplus)
}
#endif

#endif
