/* What drawing wands do besides drawing: their life, their exceptions, their text. */
#ifndef LODESTONE_TESTS_WAND_DRAWING_TRANSCRIPTS_H
#define LODESTONE_TESTS_WAND_DRAWING_TRANSCRIPTS_H

#include "drawing_calls.h"

static void write_drawing_text(Transcript* t, const DrawingWand* d) {
  DrawInfo* info = DrawPeekGraphicContext(d);
  (void)fprintf(t->out, "text %s opacity %x\n", info->primitive ? info->primitive : "NULL",
                info->opacity);
  DestroyDrawInfo(info);
}

static void write_drawing_exception(Transcript* t, const DrawingWand* d) {
  ExceptionType severity = UndefinedException;
  char* text = DrawGetException(d, &severity);
  (void)fprintf(t->out, "severity %d %s\n", (int)severity, text ? text : "NULL");
  MagickFree(text);
}

static void transcript_drawing_exceptions(Transcript* t) {
  DrawingWand* d = NewDrawingWand();
  write_drawing_exception(t, d);
  DrawSetFillPatternURL(d, "#nothing");
  write_drawing_exception(t, d);
  (void)fprintf(t->out, "status %u\n", DrawClearException(d));
  write_drawing_exception(t, d);
  DrawSetStrokePatternURL(d, "#nothing");
  DrawPopGraphicContext(d);
  write_drawing_exception(t, d);
  write_drawing_text(t, d);
  DrawSetFillPatternURL(d, "#nothing");
  write_drawing_exception(t, d);
  (void)DrawClearException(d);
  DrawPushPattern(d, "one", 1, 2, 3, 4);
  DrawPopPattern(d);
  DrawSetStrokePatternURL(d, "#one");
  write_drawing_exception(t, d);
  write_drawing_text(t, d);
  DestroyDrawingWand(d);
}

/* Copies go on where they were made, and leave the others alone. */
static void transcript_drawing_copies(Transcript* t) {
  unsigned i;
  for (i = 0; i < 100; i++) {
    Caller caller;
    DrawingWand *original = NewDrawingWand(), *copy;
    unsigned count = 1 + random_below(t, 12);
    caller.t = t;
    caller.wild = 1;
    caller.depth = 0;
    caller.context = original;
    for (; count != 0; count--) call_any(&caller);
    if (random_below(t, 3) == 0) DrawPushPattern(original, "open", 0, 0, 9, 9);
    caller.depth = 9; /* no pattern within this one */
    copy = CloneDrawingWand(original);
    caller.context = random_below(t, 2) ? copy : original;
    for (count = 5; count != 0; count--) call_any(&caller);
    write_drawing_text(t, original);
    write_context_settings(t, original);
    DestroyDrawingWand(original);
    write_drawing_text(t, copy);
    write_context_settings(t, copy);
    DestroyDrawingWand(copy);
  }
}

/* The image that a copy draws on is a copy, too. */
static void transcript_drawing_images(Transcript* t) {
  Image* image = random_image(t, DirectKind, 20, 15);
  DrawInfo* info = CloneDrawInfo((ImageInfo*)NULL, (DrawInfo*)NULL);
  DrawingWand *d, *copy;
  info->opacity = (Quantum)(MaxRGB / 4);
  info->stroke_width = 3.5;
  d = DrawAllocateWand(info, image);
  DestroyDrawInfo(info);
  (void)fprintf(t->out, "%g %g %x\n", DrawGetStrokeWidth(d), DrawGetFillOpacity(d),
                get_packet(d, MagickDrawGetFillColor).opacity);
  set_named(d, MagickDrawSetFillColor, "red");
  DrawRectangle(d, 2, 2, 9, 9);
  copy = CloneDrawingWand(d);
  (void)fprintf(t->out, "copy %u\n", DrawRender(copy));
  write_samples_of(t, image, 0);
  DestroyDrawingWand(copy);
  (void)fprintf(t->out, "\noriginal %u\n", DrawRender(d));
  write_samples_of(t, image, 0);
  DrawLine(d, 0, 0, 19, 14);
  (void)fprintf(t->out, "\nagain %u\n", DrawRender(d));
  write_samples_of(t, image, 0);
  DestroyDrawingWand(d);
  (void)fprintf(t->out, "\n%s\n", GetImageAttribute(image, "[MVG]")->value);
  DestroyImage(image);
}

/* Patterns are known by the image: the next drawing on it may use them. */
static void transcript_drawing_patterns(Transcript* t) {
  Image* image = random_image(t, DirectKind, 20, 15);
  DrawingWand* d = DrawAllocateWand((DrawInfo*)NULL, image);
  DrawPushPattern(d, "dots", 0, 0, 4, 4);
  DrawCircle(d, 2, 2, 3, 3);
  DrawPopPattern(d);
  DestroyDrawingWand(d);
  d = DrawAllocateWand((DrawInfo*)NULL, image);
  DrawSetFillPatternURL(d, "#dots");
  write_drawing_exception(t, d);
  write_drawing_text(t, d);
  DrawRectangle(d, 1, 1, 17, 12);
  DestroyDrawingWand(d);
  (void)fprintf(t->out, "%s\n", GetImageAttribute(image, "[dots]")->value);
  DestroyImage(image);
}

#endif
