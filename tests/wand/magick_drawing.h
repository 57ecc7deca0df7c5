/* Transcripts of what magick wands do with drawing wands. Edges are sharp, and lie between pixels.
 */
#ifndef LODESTONE_TESTS_WAND_MAGICK_DRAWING_H
#define LODESTONE_TESTS_WAND_MAGICK_DRAWING_H

#include "sample_wands.h"

static inline DrawingWand* new_pen(const char* color_name) {
  DrawingWand* const pen = MagickNewDrawingWand();
  PixelWand* const color = new_color(color_name);
  MagickDrawSetFillColor(pen, color);
  MagickDrawSetStrokeAntialias(pen, 0);
  MagickDrawSetTextAntialias(pen, 0);
  DestroyPixelWand(color);
  return pen;
}

static inline DrawingWand* new_matrix_pen(double sx, double rx, double ry, double sy) {
  DrawingWand* const pen = MagickNewDrawingWand();
  AffineMatrix matrix;
  matrix.sx = sx;
  matrix.rx = rx;
  matrix.ry = ry;
  matrix.sy = sy;
  matrix.tx = matrix.ty = 0;
  MagickDrawAffine(pen, &matrix);
  return pen;
}

static void transcript_magick_drawing(Transcript* t) {
  DrawingWand* const nothing = new_pen("red");
  DrawingWand* const rectangle = new_pen("red");
  DrawingWand* const larger = new_matrix_pen(2, 0, 0, 1);
  MagickDrawRectangle(rectangle, 4, 3, 14, 9);
  NUMBER(MagickDrawImage(wand, nothing));
  NUMBER(MagickDrawImage(wand, rectangle));
  TEXT((MagickDrawImage(wand, rectangle), MagickGetImageAttribute(wand, "[MVG]")));
  NUMBER(MagickAnnotateImage(wand, nothing, 3, 12, 0, ""));
  NUMBER(MagickAnnotateImage(wand, nothing, 3, 12, 0, NULL));
  EACH_WAND("metrics", if (kind == EmptyWand) write_number_and_wand(
                           t, MagickQueryFontMetrics(wand, nothing, "text") != NULL, wand));
  NUMBER(MagickAffineTransformImage(wand, nothing));
  NUMBER(MagickAffineTransformImage(wand, larger));
  MagickDestroyDrawingWand(larger);
  MagickDestroyDrawingWand(rectangle);
  MagickDestroyDrawingWand(nothing);
}

static void transcript_magick_montages(Transcript* t) {
  static const MontageMode modes[] = {UndefinedMode, FrameMode, UnframeMode, ConcatenateMode};
  DrawingWand* const pen = new_pen("blue");
  unsigned i;
  for (i = 0; i < 4; i++) {
    NEW_WAND(MagickMontageImage(wand, pen, NULL, NULL, modes[i], NULL));
    if (modes[i] == FrameMode) continue; /* shadows end elsewhere in GraphicsMagick */
    NEW_WAND(MagickMontageImage(wand, pen, "2x2", "20x14+3+2", modes[i], NULL));
    NEW_WAND((MagickFlipImage(wand),
              MagickMontageImage(wand, pen, "3x1", "12x9+1+1", modes[i], "4x4+1+1")));
  }
  MagickDestroyDrawingWand(pen);
}

#endif
