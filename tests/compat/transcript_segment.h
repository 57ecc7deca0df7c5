/* Transcript of segmentation. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_SEGMENT_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_SEGMENT_H

#include "transcript_texture.h"

/* Clouds of colours around a few. */
static Image* random_clouds(Transcript* t) {
  Image* image = random_sized_image(t, (TranscriptKind)random_below(t, PaletteKind), 60);
  PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  const unsigned count = 1 + random_below(t, 6), width = 1 + random_below(t, 40);
  unsigned centers[6][3];
  unsigned long i, k;
  for (i = 0; i < 6; i++)
    for (k = 0; k < 3; k++) centers[i][k] = random_below(t, 256);
  for (i = 0; i < image->columns * image->rows; i++) {
    const unsigned* center = centers[random_below(t, 4) ? 0 : random_below(t, count)];
    unsigned samples[3];
    for (k = 0; k < 3; k++) {
      samples[k] = center[k] + random_below(t, width) + random_below(t, width);
      if (samples[k] > 255) samples[k] = 255;
    }
    pixels[i].red = ScaleCharToQuantum(samples[0]);
    pixels[i].green = ScaleCharToQuantum(samples[1]);
    pixels[i].blue = ScaleCharToQuantum(samples[2]);
  }
  (void)SyncImagePixels(image);
  return image;
}

/* On two threads: GraphicsMagick's result depends on whether there are several. */
static void transcript_segments(Transcript* t) {
  unsigned i;
  (void)SetMagickResourceLimit(ThreadsResource, 2);
  for (i = 0; i < 400; i++) {
    Image* image = random_clouds(t);
    const double least = random_below(t, 6) * 0.9, smoothing = random_below(t, 5) * 0.75;
    const unsigned passes = SegmentImage(image, RGBColorspace, 0, least, smoothing);
    const int fails = image->exception.severity != UndefinedException;
    /* GraphicsMagick passes where it fails. */
    (void)fprintf(t->out, "segment of %g, %g: %u %u colors", least, smoothing, passes || fails,
                  image->colors);
    write_exception(t, &image->exception);
    write_pixels_of(t, image);
    (void)fprintf(t->out, "\n");
    DestroyImage(image);
  }
}

#endif
