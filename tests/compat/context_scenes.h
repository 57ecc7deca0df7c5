/* Drawings as programs make them: every kind of shape, text, clipping paths, patterns and images,
   one after another. */
#ifndef LODESTONE_TESTS_COMPAT_CONTEXT_SCENES_H
#define LODESTONE_TESTS_COMPAT_CONTEXT_SCENES_H

#include "context_shapes.h"

#define SCENE_FONT "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

/* Colours by name for the outline and the inside. */
static void scene_paint(DrawContext d, const char* fill, const char* stroke, double width) {
  DrawSetFillColorString(d, fill);
  DrawSetStrokeColorString(d, stroke);
  DrawSetStrokeWidth(d, width);
}

static void scene_shapes(Caller* c) {
  static const PointInfo star[] = {{60, 5}, {75, 48}, {38, 20}, {82, 20}, {45, 48}};
  static const double dashes[] = {5.0, 2.5, 1.0};
  DrawContext d = c->context;
  DrawPushGraphicContext(d);
  scene_paint(d, "yellow", "blue", 1.0 + random_below(c->t, 4));
  DrawSetStrokeLineJoin(d, RoundJoin);
  DrawRoundRectangle(d, 4, 4, 40, 26, 6, 5);
  DrawSetStrokeDashArray(d, 3, dashes);
  DrawSetFillOpacity(d, 0.5);
  DrawSetFillRule(d, random_below(c->t, 2) ? EvenOddRule : NonZeroRule);
  DrawPolygon(d, 5, star);
  DrawSetStrokeDashArray(d, 0, (const double*)NULL);
  DrawSetFillColorString(d, "none");
  DrawSetStrokeLineCap(d, SquareCap);
  DrawBezier(d, 4, star);
  DrawArc(d, 5, 30, 35, 70, 20.0, 100.0 + random_below(c->t, 200));
  DrawPopGraphicContext(d);
}

static void scene_path(Caller* c) {
  DrawContext d = c->context;
  DrawPushGraphicContext(d);
  DrawTranslate(d, 60, 40);
  DrawRotate(d, random_below(c->t, 360));
  DrawScale(d, 0.8, 1.1);
  scene_paint(d, "#80c0ff", "#402000", 1.5);
  DrawPathStart(d);
  DrawPathMoveToAbsolute(d, -20, 0);
  DrawPathCurveToAbsolute(d, -20, -15, 0, -15, 0, 0);
  DrawPathCurveToSmoothRelative(d, 20, 15, 20, 0);
  DrawPathLineToVerticalRelative(d, 12);
  DrawPathEllipticArcAbsolute(d, 9, 7, 10, 0, 1, 0, 12);
  DrawPathCurveToQuadraticBezierRelative(d, -10, 10, -15, 0);
  DrawPathCurveToQuadraticBezierSmoothRelative(d, -4, -6);
  DrawPathClose(d);
  DrawPathFinish(d);
  DrawPopGraphicContext(d);
}

static void scene_clip_path(Caller* c) {
  DrawContext d = c->context;
  DrawPushGraphicContext(d);
  DrawPushDefs(d);
  DrawPushClipPath(d, "window");
  DrawPushGraphicContext(d);
  DrawCircle(d, 85, 65, 70.0 + random_below(c->t, 8), 65);
  DrawPopGraphicContext(d);
  DrawPopClipPath(d);
  DrawPopDefs(d);
  DrawSetClipPath(d, "window");
  DrawSetFillColorString(d, "orange");
  DrawRectangle(d, 60, 40, 88, 89);
  DrawSetFillColorString(d, "purple");
  DrawEllipse(d, 90, 65, 9, 20, 0, 360);
  DrawPopGraphicContext(d);
}

static void scene_pattern(Caller* c) {
  DrawContext d = c->context;
  DrawPushGraphicContext(d);
  DrawPushDefs(d);
  DrawPushPattern(d, "checks", 0, 0, 8, 8);
  DrawPushGraphicContext(d);
  DrawSetFillColorString(d, "navy");
  DrawRectangle(d, 0, 0, 3, 3);
  DrawSetFillColorString(d, "salmon");
  DrawRectangle(d, 4, 4, 7, 7);
  DrawPopGraphicContext(d);
  DrawPopPattern(d);
  DrawPopDefs(d);
  DrawSetFillPatternURL(d, "#checks");
  DrawRectangle(d, 2, 60, 20.0 + random_below(c->t, 20), 85);
  DrawPopGraphicContext(d);
}

static void scene_text(Caller* c) {
  static const char* const lines[] = {"Lodestone", "it's \"here\"", "two\nlines", "100%"};
  const double size = 9.0 + random_below(c->t, 14);
  DrawContext d = c->context;
  FILE* font = fopen(SCENE_FONT, "rb");
  if (font == NULL) return;
  (void)fclose(font);
  DrawPushGraphicContext(d);
  DrawSetFont(d, SCENE_FONT);
  DrawSetFontSize(d, size);
  DrawSetFillColorString(d, "#301010");
  DrawSetTextAntialias(d, random_below(c->t, 4) != 0);
  DrawSetGravity(d, (GravityType)(1 + random_below(c->t, 9)));
  /* GraphicsMagick draws the lines of decorations in the under colour if there is one. */
  if (random_below(c->t, 3) == 0)
    DrawSetTextUnderColorString(d, "#90ee90");
  else
    DrawSetTextDecoration(d, (DecorationType)random_below(c->t, 4));
  if (random_below(c->t, 3) == 0) DrawRotate(d, 10.0);
  DrawAnnotation(d, random_below(c->t, 20), 4, (const unsigned char*)one_name(c, lines, 4));
  DrawPopGraphicContext(d);
}

static void scene_floods(Caller* c) {
  DrawContext d = c->context;
  DrawSetFillColorString(d, "#e0ffe0");
  DrawColor(d, 119, 1, FloodfillMethod);
  DrawSetFillColorString(d, "red");
  DrawColor(d, random_below(c->t, 120), 50, PointMethod);
  DrawPoint(d, 3, random_below(c->t, 90));
}

/* `count` kinds in an order by chance. */
static void write_scenes(Transcript* t, void (*const* parts)(Caller*), unsigned count) {
  unsigned i, part;
  for (i = 0; i < 120; i++) {
    Image* image = random_image(t, DirectKind, 120, 90);
    Caller caller;
    (void)SetImage(image, OpaqueOpacity);
    caller.t = t;
    caller.wild = 0;
    caller.depth = 0;
    caller.context = DrawAllocateContext((DrawInfo*)NULL, image);
    DrawPushGraphicContext(caller.context);
    for (part = 0; part < 6; part++) parts[random_below(t, count)](&caller);
    DrawPopGraphicContext(caller.context);
    (void)DrawRender(caller.context);
    DrawDestroyContext(caller.context);
    (void)fprintf(t->out, "%u severity %d", i, (int)image->exception.severity);
    write_samples_of(t, image, 0);
    (void)fputc('\n', t->out);
    DestroyImage(image);
  }
}

static void transcript_context_scenes(Transcript* t) {
  static void (*const parts[])(Caller*) = {scene_shapes,  scene_path,   scene_clip_path,
                                           scene_pattern, scene_floods, call_composite};
  write_scenes(t, parts, 6);
}

static void transcript_text_scenes(Transcript* t) {
  static void (*const parts[])(Caller*) = {scene_text, scene_text, scene_pattern, scene_clip_path};
  write_scenes(t, parts, 4);
}

#endif
