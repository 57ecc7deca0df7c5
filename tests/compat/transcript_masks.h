/* Transcript of writing to images through masks. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_MASKS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_MASKS_H

#include "transcript.h"

/* Row by row: of an image with masks, GraphicsMagick reads only the first of several whole rows. */
static void write_rows_of(Transcript* t, const Image* image) {
  ExceptionInfo exception;
  unsigned long x, y;
  GetExceptionInfo(&exception);
  for (y = 0; y < image->rows; y++) {
    const PixelPacket* p = AcquireImagePixels(image, 0, (long)y, image->columns, 1, &exception);
    for (x = 0; p != NULL && x < image->columns; x++)
      (void)fprintf(t->out, " %x,%x,%x,%x", p[x].red, p[x].green, p[x].blue, p[x].opacity);
  }
  write_exception(t, &exception);
  DestroyExceptionInfo(&exception);
}

/* Many of its samples let everything or nothing through. */
static Image* random_mask(Transcript* t, unsigned long columns, unsigned long rows) {
  return random_image(t, MatteKind, columns, rows);
}

static void write_set_mask(Transcript* t, Image* image, const Image* mask, int clip) {
  (void)fprintf(t->out, "set %d: %u", clip,
                clip ? SetImageClipMask(image, mask) : SetImageCompositeMask(image, mask));
  write_exception(t, &image->exception);
  (void)fprintf(t->out, " has %d %d\n", *ImageGetClipMask(image) != NULL,
                *ImageGetCompositeMask(image) != NULL);
}

static void write_got_mask(Transcript* t, const Image* image, int clip) {
  ExceptionInfo exception;
  Image* mask;
  GetExceptionInfo(&exception);
  mask = clip ? GetImageClipMask(image, &exception) : GetImageCompositeMask(image, &exception);
  (void)fprintf(t->out, "get %d:", clip);
  write_exception(t, &exception);
  if (mask != NULL) write_pixels_of(t, mask);
  (void)fprintf(t->out, "\n");
  if (mask != NULL) DestroyImage(mask);
  DestroyExceptionInfo(&exception);
}

/* Part of the pixels, of one row or narrower than the image, for the same reason. */
static void change_region(Transcript* t, Image* image) {
  const long x = (long)random_below(t, (unsigned)image->columns);
  const long y = (long)random_below(t, (unsigned)image->rows);
  const unsigned long columns = 1 + random_below(t, (unsigned)(image->columns - (unsigned long)x));
  const unsigned long rows = columns == image->columns
                                 ? 1
                                 : 1 + random_below(t, (unsigned)(image->rows - (unsigned long)y));
  PixelPacket* pixels = random_below(t, 2) ? GetImagePixels(image, x, y, columns, rows)
                                           : SetImagePixels(image, x, y, columns, rows);
  unsigned long i;
  for (i = 0; i < columns * rows; i++) pixels[i] = random_packet(t);
  (void)fprintf(t->out, "sync %u", SyncImagePixels(image));
  /* What was kept is there too. */
  for (i = 0; i < columns * rows; i++) (void)fprintf(t->out, " %x", pixels[i].green);
  (void)fprintf(t->out, "\n");
}

static void change_all(Transcript* t, Image* image) {
  PixelPacket color = random_packet(t);
  const unsigned change = random_below(t, 6);
  (void)fprintf(t->out, "change %u:", change);
  switch (change) {
    case 0:
      (void)SetImageColor(image, &color);
      break;
    case 1:
      (void)SetImageColorRegion(image, 0, 0, image->columns, 1, &color);
      break;
    case 2:
      (void)NegateImage(image, MagickFalse);
      break;
    case 3:
      (void)SolarizeImage(image, MaxRGB / 2.0);
      break;
    case 4:
      (void)LevelImage(image, "10%,1.0,70%");
      break;
    default:
      (void)QuantumOperatorImage(image, AllChannels, XorQuantumOp, 0x5a5a, &image->exception);
      break;
  }
}

static void transcript_masks(Transcript* t) {
  unsigned i, k;
  for (i = 0; i < 300; i++) {
    const unsigned long columns = 1 + random_below(t, 9), rows = 1 + random_below(t, 7);
    Image* image = random_image(t, i % 2 ? DirectKind : MatteKind, columns, rows);
    Image* mask = random_mask(t, columns, rows);
    Image* other = random_mask(t, columns + random_below(t, 2), rows);
    ExceptionInfo exception;
    Image* clone;
    GetExceptionInfo(&exception);
    write_got_mask(t, image, (int)random_below(t, 2));
    if (random_below(t, 3)) write_set_mask(t, image, mask, 1);
    if (random_below(t, 3)) write_set_mask(t, image, other, 0);
    DestroyImage(mask);
    DestroyImage(other);
    for (k = 0; k < 3; k++) {
      change_region(t, image);
      change_all(t, image);
      write_rows_of(t, image);
      (void)fprintf(t->out, "\n");
    }
    clone = CloneImage(image, 0, 0, MagickTrue, &exception);
    change_region(t, clone);
    write_rows_of(t, clone);
    write_got_mask(t, clone, (int)random_below(t, 2));
    write_set_mask(t, image, NULL, 1);
    change_all(t, image);
    write_rows_of(t, image);
    (void)fprintf(t->out, "\n");
    DestroyImage(clone);
    clone = CloneImage(image, 2, 2, MagickTrue, &exception);
    (void)fprintf(t->out, "other size: %d %d\n", *ImageGetClipMask(clone) != NULL,
                  *ImageGetCompositeMask(clone) != NULL);
    DestroyImage(clone);
    DestroyImage(image);
    DestroyExceptionInfo(&exception);
  }
}

/* There is no path. */
static void transcript_clip_paths(Transcript* t) {
  Image* image = random_image(t, DirectKind, 3, 2);
  (void)fprintf(t->out, "%u %u", ClipImage(image), CompositeMaskImage(image));
  (void)fprintf(t->out, " %u %u", ClipPathImage(image, "none", MagickTrue),
                CompositePathImage(image, "none", MagickFalse));
  write_exception(t, &image->exception);
  (void)fprintf(t->out, " has %d %d\n", *ImageGetClipMask(image) != NULL,
                *ImageGetCompositeMask(image) != NULL);
  (void)fprintf(t->out, "end\n");
  DestroyImage(image);
}

#endif
