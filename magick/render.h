/* Settings of drawing and of text. */
#ifndef LODESTONE_MAGICK_RENDER_H
#define LODESTONE_MAGICK_RENDER_H

#include "magick/common.h"
#include "magick/image.h"
#include "magick/type.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum { UndefinedAlign, LeftAlign, CenterAlign, RightAlign } AlignType;

typedef enum { UserSpace, UserSpaceOnUse, ObjectBoundingBox } ClipPathUnits;

typedef enum {
  NoDecoration,
  UnderlineDecoration,
  OverlineDecoration,
  LineThroughDecoration
} DecorationType;

/* Xlib has a macro of this name. */
#undef EvenOddRule
typedef enum { UndefinedRule, EvenOddRule, NonZeroRule } FillRule;

typedef enum { UndefinedGradient, LinearGradient, RadialGradient } GradientType;

typedef enum { UndefinedCap, ButtCap, RoundCap, SquareCap } LineCap;

typedef enum { UndefinedJoin, MiterJoin, RoundJoin, BevelJoin } LineJoin;

/* Which pixels a paint method changes. */
typedef enum {
  PointMethod = 0,
  ReplaceMethod,
  FloodfillMethod,
  FillToBorderMethod,
  ResetMethod
} PaintMethod;

typedef enum {
  UndefinedPrimitive = 0,
  PointPrimitive,
  LinePrimitive,
  RectanglePrimitive,
  RoundRectanglePrimitive,
  ArcPrimitive,
  EllipsePrimitive,
  CirclePrimitive,
  PolylinePrimitive,
  PolygonPrimitive,
  BezierPrimitive,
  ColorPrimitive,
  MattePrimitive,
  TextPrimitive,
  ImagePrimitive,
  PathPrimitive
} PrimitiveType;

typedef enum { UndefinedReference, GradientReference } ReferenceType;

/* The spelling of one value is GraphicsMagick's. */
typedef enum { UndefinedSpread, PadSpread, ReflectSpead, RepeatSpread } SpreadMethod;

typedef struct _GradientInfo {
  GradientType type;
  PixelPacket color;
  SegmentInfo stop;
  unsigned long length;
  SpreadMethod spread;
  unsigned long signature;
  struct _GradientInfo *previous, *next;
} GradientInfo;

typedef struct _ElementReference {
  char* id;
  ReferenceType type;
  GradientInfo gradient;
  unsigned long signature;
  struct _ElementReference *previous, *next;
} ElementReference;

struct _DrawInfoExtra;

/*
  How to draw. Strings, images and the dash pattern belong to the structure: strings and the
  pattern come from MagickMalloc. Distances are in pixels of user space unless stated.
*/
typedef struct _DrawInfo {
  char *primitive, *geometry;
  AffineMatrix affine; /* from user space to pixels */
  GravityType gravity;
  PixelPacket fill, stroke;
  double stroke_width;
  GradientInfo gradient;
  Image *fill_pattern, *tile, *stroke_pattern; /* `tile` is an old name of the first */
  unsigned int stroke_antialias, text_antialias;
  FillRule fill_rule;
  LineCap linecap;
  LineJoin linejoin;
  unsigned long miterlimit;
  double dash_offset;
  DecorationType decorate;
  CompositeOperator compose;
  char *text, *font, *family;
  StyleType style;
  StretchType stretch;
  unsigned long weight;
  char* encoding;
  double pointsize;
  char* density;
  AlignType align;
  PixelPacket undercolor, border_color;
  char* server_name;
  double* dash_pattern;         /* dashes and gaps in turn; 0.0 ends it */
  struct _DrawInfoExtra* extra; /* private; see DrawInfoGetClipPath */
  SegmentInfo bounds;
  ClipPathUnits clip_units;
  Quantum opacity;
  unsigned int render, flags;
  ElementReference element_reference; /* not owned */
  unsigned long signature;
} DrawInfo;

typedef struct _PointInfo {
  double x, y;
} PointInfo;

/* Measures of a text, in pixels. */
typedef struct _TypeMetric {
  PointInfo pixels_per_em;
  double ascent, descent, width, height, max_advance;
  SegmentInfo bounds;
  double underline_position, underline_thickness;
} TypeMetric;

/*
  GetDrawInfo: fill in the default values: black, opaque, no stroke, an identity matrix; and font,
  density, point size, antialiasing, border colour and server of `image_info`, which may be NULL.
  Errors: what there is no memory for is NULL. A NULL `draw_info` is ignored.
*/
extern MagickExport void GetDrawInfo(const ImageInfo* image_info, DrawInfo* draw_info);

/*
  CloneDrawInfo: a copy of `draw_info`, or the default values if that is NULL. The copy has
  the font, the density and the server of `image_info`, which may be NULL, where `draw_info` has
  none; patterns share their pixels until written to, and `tile` becomes the fill pattern if there
  is no other. `primitive` and `gradient` are not copied, nor in GraphicsMagick.
  Returns: settings owned by the caller (DestroyDrawInfo); NULL if out of memory.
*/
extern MagickExport DrawInfo* CloneDrawInfo(const ImageInfo* image_info, const DrawInfo* draw_info);

/* Free settings that CloneDrawInfo made, or MagickMalloc and GetDrawInfo, and what they own; NULL
   is ignored. */
extern MagickExport void DestroyDrawInfo(DrawInfo* draw_info);

/*
  DrawInfoGetClipPath: where the name of the clipping path is kept: a string from MagickMalloc,
  owned by the settings, or NULL. NULL if `draw_info` is NULL or has no memory for it.
*/
extern MagickExport char** DrawInfoGetClipPath(const DrawInfo* draw_info) MAGICK_FUNC_PURE;

/* The same for the name of the path whose drawing is a mask. */
extern MagickExport char** DrawInfoGetCompositePath(const DrawInfo* draw_info) MAGICK_FUNC_PURE;

/*
  AnnotateImage: draw draw_info->text, one line below the other, on the image.

  The font is draw_info->font: a file (also after '@'), a name in type.mgk, or a name that
  fontconfig knows, such as "Helvetica-Bold"; without it family, style, stretch and weight; without
  either Helvetica, or what is installed in its place. Its size is pointsize, at 72 dots per inch or
  at draw_info->density.

  The text is UTF-8; bytes that are not are taken as Latin-1. It stands at draw_info->geometry in
  relation to the side or corner that the gravity says; with draw_info->align the geometry says
  where each line starts, ends, or has its middle. The matrix draw_info->affine, without tx and ty,
  applies to glyphs and lines. Glyphs are filled with fill or fill_pattern, and outlined, if stroke
  is not transparent, with a line of stroke_width; behind them are undercolor and the decoration.
  The image becomes DirectClass. With `render` 0 nothing is drawn.

  Returns: MagickFail with image->exception set: TypeError (no font, no module for FreeType or
           fontconfig, not a font), OptionError (sizes out of range), ResourceLimitError (too large
           a character), out of memory. For a font that is not installed another one stands in, and
           image->exception is a TypeWarning.

  Threads: each image may be annotated by one thread at a time.

  Source:  GraphicsMagick AnnotateImage: the same pixels with the same FreeType, except for the
           stroke, which is FreeType's, and the decoration, which has the colour of the text over an
           undercolor too. PostScript and X11 fonts are not used.
*/
extern MagickExport MagickPassFail AnnotateImage(Image* image, const DrawInfo* draw_info);

/*
  GetTypeMetrics: the measures of draw_info->text as one line, in pixels, and of its font; those of
  the underline are in 1/64 of the font's units. The matrix does not count, and the image only gets
  exceptions.

  Returns: MagickFail with image->exception set, as AnnotateImage.

  Source:  GraphicsMagick GetTypeMetrics.
*/
extern MagickExport MagickPassFail GetTypeMetrics(Image* image, const DrawInfo* draw_info,
                                                  TypeMetric* metrics);

/*
  DrawImage: draw what draw_info->primitive says, in GraphicsMagick's drawing language MVG, or what
  the file says that it names after "@". The image becomes a true colour image; its clipping mask
  is kept if the drawing ends within a clipping path. Parts that are pushed under a name (patterns,
  gradients, clipping paths) stay with the image, for drawings that follow.
  Errors:  DrawError for what is not MVG, with the keyword; for drawings that use themselves, and
           for shapes of too many points or dashes. What was drawn before remains.
  Threads: safe for distinct images.
  Source:  GraphicsMagick DrawImage; shapes differ by at most one step of a sample.
*/
extern MagickExport MagickPassFail DrawImage(Image* image, const DrawInfo* draw_info);

/*
  DrawAffineImage: draw `composite` over the image, each of its pixels where the matrix takes it.
  Errors: DrawError if the matrix has no inverse.
*/
extern MagickExport MagickPassFail DrawAffineImage(Image* image, const Image* composite,
                                                   const AffineMatrix* affine);

/*
  DrawClipPath: draw the part that was pushed under this name as the image's clipping mask: what
  it leaves out is protected. Passes without effect if there is no such part.
*/
extern MagickExport MagickPassFail DrawClipPath(Image* image, const DrawInfo* draw_info,
                                                const char* name);

/*
  DrawPatternPath: draw the pattern or gradient that was pushed under this name as a new image.
  *pattern, which may be NULL, is destroyed, and becomes that image, owned by the caller. Fails if
  there is no such part.
*/
extern MagickExport MagickPassFail DrawPatternPath(Image* image, const DrawInfo* draw_info,
                                                   const char* name, Image** pattern);

#if defined(__cplusplus)
}
#endif

#endif
