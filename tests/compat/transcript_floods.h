/* Transcripts of floods. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_FLOODS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_FLOODS_H

#include "transcript_texture.h"

/* Few colours, so that neighbours are often of one. */
static Image* random_patches(Transcript* t) {
  Image* image = random_sized_image(t, (TranscriptKind)random_below(t, KindCount), 30);
  PixelPacket colors[4], *pixels;
  const unsigned count = 2 + random_below(t, 3), often = random_below(t, 8);
  unsigned long i;
  if (image->storage_class == PseudoClass) return image;
  for (i = 0; i < 4; i++) colors[i] = random_packet(t);
  pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  for (i = 0; i < image->columns * image->rows; i++) {
    pixels[i] = colors[random_below(t, 8) < often ? 0 : random_below(t, count)];
    if (!image->matte && image->colorspace != CMYKColorspace) pixels[i].opacity = OpaqueOpacity;
  }
  (void)SyncImagePixels(image);
  return image;
}

static PixelPacket pixel_of(Transcript* t, const Image* image) {
  ExceptionInfo exception;
  const long x = random_below(t, (unsigned)image->columns);
  const long y = random_below(t, (unsigned)image->rows);
  PixelPacket pixel;
  GetExceptionInfo(&exception);
  pixel = AcquireOnePixel(image, x, y, &exception);
  DestroyExceptionInfo(&exception);
  return random_below(t, 5) ? pixel : random_packet(t);
}

static PaintMethod random_method(Transcript* t) {
  return random_below(t, 2) ? FloodfillMethod : FillToBorderMethod;
}

static void transcript_color_floods(Transcript* t) {
  unsigned i;
  for (i = 0; i < 1500; i++) {
    Image* image = random_patches(t);
    DrawInfo* info = CloneDrawInfo((ImageInfo*)NULL, (DrawInfo*)NULL);
    const PixelPacket target = pixel_of(t, image);
    const long x = (long)random_below(t, (unsigned)image->columns + 2) - 1;
    const long y = (long)random_below(t, (unsigned)image->rows + 2) - 1;
    if (random_below(t, 3) == 0) image->fuzz = random_below(t, 80000) * 0.9;
    info->fill = pixel_of(t, image);
    if (random_below(t, 2)) {
      info->fill_pattern = random_sized_image(t, (TranscriptKind)random_below(t, KindCount), 5);
      info->fill_pattern->tile_info.x = (long)random_below(t, 20) - 10;
      info->fill_pattern->tile_info.y = (long)random_below(t, 20) - 10;
    }
    write_status(t, "flood", ColorFloodfillImage(image, info, target, x, y, random_method(t)),
                 image);
    DestroyDrawInfo(info);
    DestroyImage(image);
  }
}

static void transcript_matte_floods(Transcript* t) {
  unsigned i;
  for (i = 0; i < 1500; i++) {
    Image* image = random_patches(t);
    const PixelPacket target = pixel_of(t, image);
    const long x = (long)random_below(t, (unsigned)image->columns + 2) - 1;
    const long y = (long)random_below(t, (unsigned)image->rows + 2) - 1;
    const unsigned opacity = random_below(t, 3) ? random_quantum(t) : pixel_of(t, image).opacity;
    if (random_below(t, 3) == 0) image->fuzz = random_below(t, 80000) * 0.9;
    write_status(t, "flood", MatteFloodfillImage(image, target, opacity, x, y, random_method(t)),
                 image);
    DestroyImage(image);
  }
}

#endif
