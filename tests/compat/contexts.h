/* Drawings by function calls: their text, their settings, and their pixels. */
#ifndef LODESTONE_TESTS_COMPAT_CONTEXTS_H
#define LODESTONE_TESTS_COMPAT_CONTEXTS_H

#include "context_shapes.h"

static void call_color(Caller* c) {
  static const char* const colors[] = {"red",   "blue",  "none",  "#1234",      "#abcdef80",
                                       "black", "white", "green", "transparent"};
  const char* name = one_name(c, colors, 9);
  const PixelPacket color = random_packet(c->t);
  switch (random_below(c->t, 8)) {
    case 0:
      DrawSetFillColor(c->context, &color);
      break;
    case 1:
      DrawSetStrokeColor(c->context, &color);
      break;
    case 2:
      DrawSetTextUnderColor(c->context, &color);
      break;
    case 3:
      DrawSetTextUnderColorString(c->context, name);
      break;
    case 4:
      DrawSetFillOpacity(c->context, a_number(c, -0.2, 1.2));
      break;
    case 5:
      DrawSetStrokeOpacity(c->context, a_number(c, -0.2, 1.2));
      break;
    case 6:
      DrawSetFillColorString(c->context, name);
      break;
    default:
      DrawSetStrokeColorString(c->context, name);
      break;
  }
}

static void call_stroke(Caller* c) {
  double dashes[12];
  unsigned i;
  for (i = 0; i < 12; i++) dashes[i] = a_number(c, 1.0, 12.0);
  switch (random_below(c->t, 10)) {
    case 0:
      DrawSetStrokeAntialias(c->context, random_below(c->t, 2));
      break;
    case 1:
      DrawSetStrokeDashArray(c->context, random_below(c->t, 5), dashes);
      break;
    case 2:
      DrawSetStrokeDashArray(c->context, 3, (const double*)NULL);
      break;
    case 3:
      DrawSetStrokeDashOffset(c->context, a_number(c, -3.0, 15.0));
      break;
    case 4:
      DrawSetStrokeLineCap(c->context, (LineCap)random_below(c->t, 4));
      break;
    case 5:
      DrawSetStrokeLineJoin(c->context, (LineJoin)random_below(c->t, 4));
      break;
    case 6:
      DrawSetStrokeMiterLimit(c->context, 1 + random_below(c->t, 3));
      break;
    case 7:
      DrawSetFillRule(c->context, (FillRule)random_below(c->t, 3));
      break;
    case 8:
      DrawSetClipRule(c->context, (FillRule)random_below(c->t, 3));
      break;
    default:
      DrawSetStrokeWidth(c->context, a_number(c, 0.0, 10.0));
      break;
  }
}

static void call_text(Caller* c) {
  static const char* const names[] = {"Helvetica", "helvetica", "Courier-Bold", "a font"};
  const char* name = one_name(c, names, 4);
  switch (random_below(c->t, 11)) {
    case 0:
      DrawSetFont(c->context, name);
      break;
    case 1:
      DrawSetFontFamily(c->context, name);
      break;
    case 2:
      DrawSetFontSize(c->context, 8 + random_below(c->t, 3));
      break;
    case 3:
      DrawSetFontStretch(c->context, (StretchType)random_below(c->t, 10));
      break;
    case 4:
      DrawSetFontStyle(c->context, (StyleType)random_below(c->t, 4));
      break;
    case 5:
      DrawSetFontWeight(c->context, 100ul * random_below(c->t, 4));
      break;
    case 6:
      DrawSetGravity(c->context, (GravityType)random_below(c->t, 11));
      break;
    case 7:
      DrawSetTextAntialias(c->context, random_below(c->t, 3));
      break;
    case 8:
      if (c->wild) DrawSetTextDecoration(c->context, (DecorationType)random_below(c->t, 4));
      break;
    case 9:
      DrawSetTextEncoding(c->context, random_below(c->t, 2) ? "UTF-8" : "utf-8");
      break;
    default:
      DrawSetViewbox(c->context, 0, 1, random_below(c->t, 99), 45);
      break;
  }
}

static void call_matrix(Caller* c) {
  AffineMatrix matrix;
  matrix.sx = a_number(c, 0.5, 1.5);
  matrix.rx = a_number(c, -0.4, 0.4);
  matrix.ry = a_number(c, -0.4, 0.4);
  matrix.sy = a_number(c, 0.5, 1.5);
  matrix.tx = a_number(c, -4, 4);
  matrix.ty = a_number(c, -4, 4);
  switch (random_below(c->t, 7)) {
    case 0:
      DrawAffine(c->context, &matrix);
      break;
    case 1:
      DrawRotate(c->context, a_number(c, -400, 400));
      break;
    case 2:
      DrawScale(c->context, matrix.sx, matrix.sy);
      break;
    case 3:
      DrawSkewX(c->context, a_number(c, -20, 20));
      break;
    case 4:
      DrawSkewY(c->context, a_number(c, -20, 20));
      break;
    case 5:
      if (c->wild) DrawSetClipUnits(c->context, (ClipPathUnits)random_below(c->t, 3));
      break;
    default:
      DrawTranslate(c->context, matrix.tx, matrix.ty);
      break;
  }
}

static void call_any(Caller* c);

static void call_pattern(Caller* c) {
  DrawPushPattern(c->context, "tile", 2, 3, 9.4, 8.6);
  DrawPushGraphicContext(c->context);
  DrawSetFillColorString(c->context, "blue");
  DrawSetFillColorString(c->context, "blue");
  DrawRectangle(c->context, 1, 1, 5.5, 6);
  DrawPopGraphicContext(c->context);
  DrawPopPattern(c->context);
  if (random_below(c->t, 2))
    DrawSetFillPatternURL(c->context, "#tile");
  else
    DrawSetStrokePatternURL(c->context, "#tile");
}

static void call_clip_path(Caller* c) {
  DrawPushDefs(c->context);
  DrawPushClipPath(c->context, "clip");
  DrawPushGraphicContext(c->context);
  DrawCircle(c->context, 30, 22, 45, 30);
  DrawPopGraphicContext(c->context);
  DrawPopClipPath(c->context);
  DrawPopDefs(c->context);
  DrawSetClipPath(c->context, "clip");
}

static void call_part(Caller* c) {
  unsigned count = 1 + random_below(c->t, 5);
  if (c->depth > 3) return;
  c->depth++;
  DrawPushGraphicContext(c->context);
  if (random_below(c->t, 4) == 0) call_pattern(c);
  if (random_below(c->t, 4) == 0) call_clip_path(c);
  for (; count != 0; count--) call_any(c);
  DrawPopGraphicContext(c->context);
  c->depth--;
}

static void call_any(Caller* c) {
  switch (random_below(c->t, 10)) {
    case 0:
    case 1:
      call_color(c);
      break;
    case 2:
    case 3:
      call_stroke(c);
      break;
    case 4:
      call_text(c);
      break;
    case 5:
      call_matrix(c);
      break;
    case 6:
      call_part(c);
      break;
    default:
      call_shape(c);
      break;
  }
}

static void write_owned(Transcript* t, char* name) {
  (void)fprintf(t->out, " %s", name ? name : "NULL");
  MagickFree(name);
}

static void write_packet(Transcript* t, PixelPacket color) {
  (void)fprintf(t->out, " %x,%x,%x,%x", color.red, color.green, color.blue, color.opacity);
}

/* Matrices without their last digits, which may differ. */
static void write_context_settings(Transcript* t, DrawContext d) {
  unsigned long count = 7, i;
  double* dashes = DrawGetStrokeDashArray(d, &count);
  DrawInfo* info = DrawPeekGraphicContext(d);
  (void)fprintf(t->out, "settings dashes %lu", count);
  for (i = 0; dashes != NULL && i <= count; i++) (void)fprintf(t->out, " %g", dashes[i]);
  MagickFree(dashes);
  (void)fprintf(t->out, " matrix %g %g %g %g %g %g", info->affine.sx, info->affine.rx,
                info->affine.ry, info->affine.sy, info->affine.tx, info->affine.ty);
  (void)fprintf(t->out, " text %lu",
                (unsigned long)(info->primitive ? strlen(info->primitive) : 0));
  DestroyDrawInfo(info);
  write_owned(t, DrawGetClipPath(d));
  write_owned(t, DrawGetFont(d));
  write_owned(t, DrawGetFontFamily(d));
  write_owned(t, DrawGetTextEncoding(d));
  write_packet(t, DrawGetFillColor(d));
  write_packet(t, DrawGetStrokeColor(d));
  write_packet(t, DrawGetTextUnderColor(d));
  (void)fprintf(t->out, " %d %d %d %d %d %d %d %d %d", (int)DrawGetClipRule(d),
                (int)DrawGetClipUnits(d), (int)DrawGetFillRule(d), (int)DrawGetFontStretch(d),
                (int)DrawGetFontStyle(d), (int)DrawGetGravity(d), (int)DrawGetStrokeLineCap(d),
                (int)DrawGetStrokeLineJoin(d), (int)DrawGetTextDecoration(d));
  (void)fprintf(t->out, " %g %g %g %g %g %lu %lu %u %u\n", DrawGetFillOpacity(d),
                DrawGetFontSize(d), DrawGetStrokeDashOffset(d), DrawGetStrokeOpacity(d),
                DrawGetStrokeWidth(d), DrawGetFontWeight(d), DrawGetStrokeMiterLimit(d),
                DrawGetStrokeAntialias(d), DrawGetTextAntialias(d));
}

/* Makes the calls of one drawing. Settings that were looked at are not popped: GraphicsMagick frees
   the text with them. */
static Image* draw_by_calls(Transcript* t, int wild, void (*look)(Transcript*, DrawContext)) {
  Image* image = random_image(t, wild ? MatteKind : DirectKind, 60, 45);
  DrawInfo* info = CloneDrawInfo((ImageInfo*)NULL, (DrawInfo*)NULL);
  Caller caller;
  unsigned count = 3 + random_below(t, 8);
  caller.t = t;
  caller.wild = wild;
  caller.depth = 0;
  info->opacity = (Quantum)(random_below(t, 3) ? 0 : MaxRGB / 3);
  caller.context = DrawAllocateContext(random_below(t, 2) ? info : (DrawInfo*)NULL, image);
  DestroyDrawInfo(info);
  DrawPushGraphicContext(caller.context);
  for (; count != 0; count--) call_any(&caller);
  look(t, caller.context);
  (void)DrawRender(caller.context);
  DrawDestroyContext(caller.context);
  return image;
}

static void transcript_context_texts(Transcript* t) {
  unsigned i;
  for (i = 0; i < 400; i++) {
    Image* image = draw_by_calls(t, 1, write_context_settings);
    const ImageAttribute* text = GetImageAttribute(image, "[MVG]");
    (void)fprintf(t->out, "%u\n%s\n", i, text ? text->value : "no text");
    text = GetImageAttribute(image, "[tile]");
    (void)fprintf(t->out, "%s\n", text ? text->value : "no pattern");
    DestroyImage(image);
  }
}

static void look_nowhere(Transcript* t, DrawContext context) {
  (void)t;
  (void)context;
}

static void transcript_context_drawings(Transcript* t) {
  unsigned i;
  for (i = 0; i < 390; i++) {
    Image* image = draw_by_calls(t, 0, look_nowhere);
    (void)fprintf(t->out, "%u severity %d", i, (int)image->exception.severity);
    write_samples_of(t, image, 0);
    (void)fputc('\n', t->out);
    DestroyImage(image);
  }
}

#endif
