/* The wands that transcripts of magick wands work with. */
#ifndef LODESTONE_TESTS_WAND_SAMPLE_WANDS_H
#define LODESTONE_TESTS_WAND_SAMPLE_WANDS_H

#include "wand_state.h"

typedef enum { EmptyWand, ColorWand, MatteWand, PaletteWand, ThreeWand, WandKindCount } WandKind;

#define SAMPLE_COLUMNS 24
#define SAMPLE_ROWS 18

/* A patch of plain border around smooth colours with a few sharp edges. */
static inline void sample_pixel(unsigned char* pixel, int x, int y, int number) {
  const int inside = x > 2 && y > 2 && x < SAMPLE_COLUMNS - 3 && y < SAMPLE_ROWS - 4;
  pixel[0] = (unsigned char)(inside ? 40 + 8 * x + number * 5 : 200);
  pixel[1] = (unsigned char)(inside ? 250 - 11 * y : 100);
  pixel[2] = (unsigned char)(inside ? (x / 5 + y / 4) % 2 * 160 + 20 * number : 50);
}

static inline void read_sample(MagickWand* wand, int number) {
  unsigned char file[32 + SAMPLE_COLUMNS * SAMPLE_ROWS * 3];
  int x, y, header = sprintf((char*)file, "P6 %d %d 255\n", SAMPLE_COLUMNS, SAMPLE_ROWS);
  for (y = 0; y < SAMPLE_ROWS; y++)
    for (x = 0; x < SAMPLE_COLUMNS; x++)
      sample_pixel(file + header + (y * SAMPLE_COLUMNS + x) * 3, x, y, number);
  (void)MagickReadImageBlob(wand, file, header + SAMPLE_COLUMNS * SAMPLE_ROWS * 3);
}

/* Opaque but for a corner. */
static inline void add_alpha(MagickWand* wand) {
  unsigned char samples[SAMPLE_COLUMNS * SAMPLE_ROWS * 4];
  int i;
  (void)MagickGetImagePixels(wand, 0, 0, SAMPLE_COLUMNS, SAMPLE_ROWS, "RGBP", CharPixel, samples);
  for (i = 0; i < SAMPLE_COLUMNS * SAMPLE_ROWS; i++)
    samples[4 * i + 3] = i / SAMPLE_COLUMNS < 7 && i % SAMPLE_COLUMNS < 9 ? 0 : 255;
  (void)MagickSetImageMatte(wand, 1);
  (void)MagickSetImagePixels(wand, 0, 0, SAMPLE_COLUMNS, SAMPLE_ROWS, "RGBA", CharPixel, samples);
}

/* Of three images, the second one is the current one. */
static inline MagickWand* new_sample(WandKind kind) {
  MagickWand* const wand = NewMagickWand();
  if (kind != EmptyWand) read_sample(wand, 0);
  if (kind == MatteWand) add_alpha(wand);
  if (kind == PaletteWand) (void)MagickSetImageType(wand, PaletteType);
  if (kind == ThreeWand) {
    read_sample(wand, 1);
    read_sample(wand, 2);
    (void)MagickSetImageIndex(wand, 1);
  }
  MagickClearException(wand);
  return wand;
}

static inline PixelWand* new_color(const char* name) {
  PixelWand* const color = NewPixelWand();
  (void)PixelSetColor(color, name);
  return color;
}

/*
  Runs the statements with each kind of wand, called `wand`, after the name. `other` is another wand
  with one image, `none` one without any, and `color` is a colour.
*/
#define EACH_WAND(name, ...)                                \
  do {                                                      \
    int kind;                                               \
    for (kind = 0; kind < WandKindCount; kind++) {          \
      MagickWand* const wand = new_sample((WandKind)kind);  \
      MagickWand* const other = new_sample(ColorWand);      \
      MagickWand* const none = new_sample(EmptyWand);       \
      PixelWand* const color = new_color("rgb(30,200,90)"); \
      (void)fprintf(t->out, "%d %s:", kind, name);          \
      __VA_ARGS__;                                          \
      DestroyPixelWand(color);                              \
      (void)DestroyMagickWand(none);                        \
      (void)DestroyMagickWand(other);                       \
      (void)DestroyMagickWand(wand);                        \
    }                                                       \
  } while (0)

static inline void write_number_and_wand(Transcript* t, double number, MagickWand* wand) {
  (void)fprintf(t->out, " %.6g", number);
  write_wand(t, wand);
}

static inline void write_text_and_wand(Transcript* t, char* text, MagickWand* wand) {
  write_text(t, text);
  write_wand(t, wand);
}

/* The exceptions of the old one, then the new one. */
static inline void write_wands(Transcript* t, MagickWand* made, MagickWand* wand) {
  write_wand_exception(t, wand);
  write_new_wand(t, made);
}

/* What a call returns, and what the wand is then: a status or number, a text, another wand. */
#define NUMBER(call) EACH_WAND(#call, write_number_and_wand(t, (double)(call), wand))
/* Of calls that weight colours by alpha, as GraphicsMagick does not. */
#define OPAQUE_NUMBER(call) \
  EACH_WAND(#call, if (kind != MatteWand) write_number_and_wand(t, (double)(call), wand))
#define TEXT(call) EACH_WAND(#call, write_text_and_wand(t, call, wand))
#define NEW_WAND(call) EACH_WAND(#call, write_wands(t, call, wand))

#endif
