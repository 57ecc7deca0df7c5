/* Transcript of functions that go through all pixels. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_PIXELS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_PIXELS_H

#include <math.h>

#include "transcript.h"

static Image* random_small_image(Transcript* t) {
  return random_image(t, (TranscriptKind)random_below(t, KindCount), 1 + random_below(t, 9),
                      1 + random_below(t, 5));
}

/* Of the export of these, GraphicsMagick says nothing about the pixels. */
static int is_one_channel(ChannelType channel) {
  return channel != UndefinedChannel && channel != AllChannels && channel != GrayChannel;
}

static void transcript_channels(Transcript* t) {
  unsigned i;
  for (i = 0; i < 3000; i++) {
    const ChannelType channel = (ChannelType)random_below(t, GrayChannel + 1);
    Image* image = random_small_image(t);
    Image* other =
        random_image(t, (TranscriptKind)random_below(t, KindCount), image->columns, image->rows);
    Image* exported = NULL;
    (void)fprintf(t->out, "channel %d:", (int)channel);
    image->is_grayscale = random_below(t, 2);
    if (is_one_channel(channel)) exported = ExportImageChannel(image, channel, &image->exception);
    write_exception(t, &image->exception);
    if (exported != NULL) {
      /* GraphicsMagick leaves indexes as they are in memory. */
      (void)fprintf(t->out, " grey %u", exported->is_grayscale);
      write_samples_of(t, exported, 0);
      DestroyImage(exported);
    }
    (void)fprintf(t->out, "\n import: %u", ImportImageChannel(image, other, channel));
    write_exception(t, &other->exception);
    write_pixels_of(t, other);
    (void)fprintf(t->out, "\n masked: %u", ImportImageChannelsMasked(image, other, channel));
    write_exception(t, &other->exception);
    write_pixels_of(t, other);
    /* Of CMYK images, opacity and black are alpha there and black here. */
    if (image->colorspace != CMYKColorspace) {
      /* Of other samples GraphicsMagick cuts off what does not fit. */
      (void)QuantumOperatorImage(image, channel, ThresholdQuantumOp, 30000, &image->exception);
      (void)fprintf(t->out, "\n depth: %u",
                    SetImageChannelDepth(image, channel, 1 + random_below(t, 15)));
      write_pixels_of(t, image);
    }
    (void)fprintf(t->out, "\n");
    DestroyImage(image);
    DestroyImage(other);
  }
}

static void transcript_old_names(Transcript* t) {
  static unsigned char bytes[1000];
  unsigned i;
  t->bytes = 1;
  for (i = 0; i < 500; i++) {
    static const QuantumType types[] = {RGBQuantum, RGBAQuantum, IndexQuantum, CMYKQuantum};
    const QuantumType type = types[random_below(t, 4)];
    Image* image = random_small_image(t);
    ViewInfo* view = OpenCacheView(image);
    image->depth = 1 + random_below(t, 16);
    memset(bytes, 0, sizeof bytes);
    (void)AcquireImagePixels(image, 0, 0, image->columns, 1, &image->exception);
    (void)fprintf(t->out, "pop %d: %u ", (int)type, PopImagePixels(image, type, bytes));
    write_bytes(t, bytes, 100);
    (void)GetImagePixels(image, 0, 0, image->columns, 1);
    (void)fprintf(t->out, " push: %u", PushImagePixels(image, type, bytes));
    write_exception(t, &image->exception);
    (void)SyncImagePixels(image);
    if (GetCacheView(view, 0, 0, image->columns, 1) != NULL)
      GetCacheView(view, 0, 0, image->columns, 1)->red = 7;
    (void)fprintf(t->out, " sync %u", SyncCacheView(view));
    if (SetCacheView(view, 0, 0, 1, 1) != NULL) SetCacheView(view, 0, 0, 1, 1)->green = 9;
    (void)fprintf(t->out, " red %u", AcquireCacheView(view, 0, 0, 1, 1, &image->exception)->green);
    write_pixels_of(t, image);
    (void)fprintf(t->out, "\n");
    CloseCacheView(view);
    DestroyImage(image);
  }
}

static void write_number(Transcript* t, double value) {
  if (value != value)
    (void)fprintf(t->out, " none");
  else
    (void)fprintf(t->out, " %.7g", fabs(value) < 1e-12 ? 0.0 : value);
}

static void write_statistics(Transcript* t, const ImageChannelStatistics* of) {
  write_number(t, of->minimum);
  write_number(t, of->maximum);
  write_number(t, of->mean);
  write_number(t, of->variance);
  write_number(t, of->standard_deviation);
}

static void transcript_statistics(Transcript* t) {
  unsigned i;
  for (i = 0; i < 600; i++) {
    ImageStatistics statistics;
    Image* image = random_image(t, (TranscriptKind)random_below(t, KindCount),
                                1 + random_below(t, 40), 1 + random_below(t, 20));
    (void)fprintf(t->out, "%lux%lu: %u", image->columns, image->rows,
                  GetImageStatistics(image, &statistics, &image->exception));
    write_statistics(t, &statistics.red);
    write_statistics(t, &statistics.green);
    write_statistics(t, &statistics.blue);
    write_statistics(t, &statistics.opacity);
    (void)fprintf(t->out, "; %u", SignatureImage(image));
    (void)fprintf(t->out, " %s\n", GetImageAttribute(image, "signature")->value);
    DestroyImage(image);
  }
}

static void transcript_empty_images(Transcript* t) {
  ImageStatistics statistics;
  Image* image = AllocateImage((ImageInfo*)NULL);
  (void)fprintf(t->out, "statistics: %u",
                GetImageStatistics(image, &statistics, &image->exception));
  write_statistics(t, &statistics.red);
  write_statistics(t, &statistics.opacity);
  (void)fprintf(t->out, "\nsignature: %u", SignatureImage(image));
  write_exception(t, &image->exception);
  (void)fprintf(t->out, "\ncycle: %u\n", CycleColormapImage(image, 1));
  DestroyImage(image);
}

static void transcript_cycle(Transcript* t) {
  unsigned i;
  for (i = 0; i < 300; i++) {
    /* Backwards, GraphicsMagick counts modulo 2^64. */
    const int amount = (int)random_below(t, 1000);
    Image* image = random_image(t, random_below(t, 2) ? PaletteKind : PaletteMatteKind,
                                1 + random_below(t, 9), 1 + random_below(t, 5));
    (void)fprintf(t->out, "cycle %u by %d: %u", image->colors, amount,
                  CycleColormapImage(image, amount));
    write_pixels_of(t, image);
    (void)fprintf(t->out, "\n");
    DestroyImage(image);
  }
}

#endif
