/*
  What transcripts of magick wands write of a wand. The including file has included
  <wand/wand_api.h>.
*/
#ifndef LODESTONE_TESTS_WAND_WAND_STATE_H
#define LODESTONE_TESTS_WAND_WAND_STATE_H

#include <stdlib.h>

#include "../compat/transcript.h"

/*
  A text that the caller owns, on one line. Numbers of wands count all wands of a process: they are
  left out.
*/
static inline void write_text(Transcript* t, char* text) {
  static const char name[] = "MagickWand-";
  const char* at = text;
  if (text == NULL) {
    (void)fprintf(t->out, " none");
    return;
  }
  (void)fprintf(t->out, " \"");
  while (*at != '\0') {
    if (strncmp(at, name, sizeof name - 1) == 0) {
      (void)fprintf(t->out, "%s", name);
      at += sizeof name - 1;
      at += strspn(at, "0123456789");
    } else {
      (void)fputc(*at == '\n' ? '|' : *at, t->out);
      at++;
    }
  }
  (void)fprintf(t->out, "\"");
  (void)MagickRelinquishMemory(text);
}

/* And clears it. */
static inline void write_wand_exception(Transcript* t, MagickWand* wand) {
  ExceptionType severity = UndefinedException;
  char* const text = MagickGetException(wand, &severity);
  if (severity != UndefinedException) {
    (void)fprintf(t->out, " exception %d", (int)severity);
    write_text(t, text);
  } else {
    (void)MagickRelinquishMemory(text);
  }
  MagickClearException(wand);
}

/* Where, of which channel: the quarter counts halves of columns and of rows. */
typedef struct {
  unsigned long columns, rows;
  size_t channels, channel;
  unsigned quarter;
  int is_alpha_last;
} QuarterOf;

/* The mean as a share of 255. Colours count as much as they are opaque. */
static inline double quarter_mean(const unsigned short* samples, const QuarterOf* of) {
  const int is_weighted = of->is_alpha_last && of->channel + 1 < of->channels;
  double sum = 0, count = 0;
  unsigned long x, y;
  for (y = 0; y < of->rows; y++) {
    for (x = 0; x < of->columns; x++) {
      const unsigned short* const pixel = samples + (y * of->columns + x) * of->channels;
      if ((y >= of->rows / 2) * 2u + (x >= of->columns / 2) != of->quarter) continue;
      sum += pixel[of->channel] * (is_weighted ? pixel[of->channels - 1] / 65535.0 : 1);
      count++;
    }
  }
  return count == 0 ? 0 : sum / count / 257;
}

/*
  Pixels may differ by a step from GraphicsMagick's (docs/numeric-contract.md), of which the means
  of quarters say nothing; an operation with other arguments is another one here.
*/
static inline void write_quarters(Transcript* t, MagickWand* wand, const char* map) {
  QuarterOf of;
  unsigned short* samples;
  of.columns = MagickGetImageWidth(wand);
  of.rows = MagickGetImageHeight(wand);
  of.channels = strlen(map);
  of.is_alpha_last = map[of.channels - 1] == 'A';
  samples = (unsigned short*)malloc(of.columns * of.rows * of.channels * 2 + 1);
  if (!MagickGetImagePixels(wand, 0, 0, of.columns, of.rows, map, ShortPixel,
                            (unsigned char*)samples))
    (void)fprintf(t->out, " no pixels");
  for (of.quarter = 0; of.quarter < 4; of.quarter++) {
    (void)fprintf(t->out, " ");
    for (of.channel = 0; of.channel < of.channels; of.channel++)
      (void)fprintf(t->out, "%s%.0f", of.channel == 0 ? "" : ",", quarter_mean(samples, &of));
  }
  free(samples);
}

static inline void write_current_image(Transcript* t, MagickWand* wand) {
  const ColorspaceType space = MagickGetImageColorspace(wand);
  unsigned int palette = 0;
  (void)MagickHasColormap(wand, &palette);
  (void)fprintf(t->out, " image %ld of %lu: %lux%lu palette %u space %d matte %u",
                MagickGetImageIndex(wand), MagickGetNumberImages(wand), MagickGetImageWidth(wand),
                MagickGetImageHeight(wand), palette, (int)space, MagickGetImageMatte(wand));
  write_quarters(t, wand, space == CMYKColorspace ? "CMYK" : "RGBA");
}

/* The exception, and what is known of the current image. */
static inline void write_wand(Transcript* t, MagickWand* wand) {
  int has_images;
  write_wand_exception(t, wand);
  has_images = MagickGetNumberImages(wand) != 0;
  MagickClearException(wand);
  if (has_images) write_current_image(t, wand);
  (void)fprintf(t->out, "\n");
}

/* A wand that the caller owns, and none. */
static inline void write_new_wand(Transcript* t, MagickWand* wand) {
  if (wand == NULL) {
    (void)fprintf(t->out, " no wand\n");
    return;
  }
  write_wand(t, wand);
  (void)DestroyMagickWand(wand);
}

#endif
