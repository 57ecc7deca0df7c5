/* Transcripts of textures, gradients, and images over a colour. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_TEXTURE_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_TEXTURE_H

#include "transcript.h"

static void write_status(Transcript* t, const char* name, unsigned status, Image* image) {
  (void)fprintf(t->out, "%s %u", name, status);
  write_exception(t, &image->exception);
  write_pixels_of(t, image);
  (void)fprintf(t->out, "\n");
}

static Image* random_sized_image(Transcript* t, TranscriptKind kind, unsigned most) {
  const unsigned long columns = 1 + random_below(t, most);
  return random_image(t, kind, columns, 1 + random_below(t, most));
}

/* Mixtures are compared elsewhere: they may differ by a step. */
static void transcript_textures(Transcript* t) {
  unsigned i;
  for (i = 0; i < 300; i++) {
    Image* texture = random_sized_image(t, (TranscriptKind)random_below(t, KindCount), 7);
    Image* image = random_sized_image(t, random_below(t, 2) ? DirectKind : PaletteKind, 20);
    Image* tiled = ConstituteTextureImage(1 + random_below(t, 20), 1 + random_below(t, 20), texture,
                                          &image->exception);
    /* GraphicsMagick loses the alpha of CMYK images, which is in their indexes. */
    (void)fprintf(t->out, "tiled, %u colors", tiled->colors);
    write_samples_of(t, tiled, tiled->colorspace != CMYKColorspace);
    (void)fprintf(t->out, "\n");
    write_status(t, "textured", TextureImage(image, texture), image);
    DestroyImage(tiled);
    DestroyImage(image);
    DestroyImage(texture);
  }
}

/* Not those that GraphicsMagick reads beyond their end. */
static void transcript_gradients(Transcript* t) {
  static const GravityType directions[] = {SouthGravity,     EastGravity,      NorthWestGravity,
                                           NorthEastGravity, SouthWestGravity, SouthEastGravity,
                                           CenterGravity,    ForgetGravity};
  unsigned i;
  for (i = 0; i < 300; i++) {
    Image* image = random_sized_image(t, (TranscriptKind)random_below(t, KindCount), 25);
    const PixelPacket start = random_packet(t), stop = random_packet(t);
    image->gravity = directions[random_below(t, 8)];
    write_status(t, "gradient", GradientImage(image, &start, &stop), image);
    (void)fprintf(t->out, "grey %u monochrome %u colors %u\n", image->is_grayscale != 0,
                  image->is_monochrome != 0, image->colors);
    DestroyImage(image);
  }
}

static void transcript_under_color(Transcript* t) {
  unsigned i;
  for (i = 0; i < 300; i++) {
    Image* image = random_sized_image(t, (TranscriptKind)random_below(t, KindCount), 20);
    const PixelPacket color = random_packet(t);
    write_status(t, "under", MagickCompositeImageUnderColor(image, &color, &image->exception),
                 image);
    DestroyImage(image);
  }
}

#endif
