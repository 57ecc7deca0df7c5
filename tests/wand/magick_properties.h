/* Transcripts of properties of the current image of a magick wand. */
#ifndef LODESTONE_TESTS_WAND_MAGICK_PROPERTIES_H
#define LODESTONE_TESTS_WAND_MAGICK_PROPERTIES_H

#include "sample_wands.h"

/* A property before and after a change: name, value. */
#define PROPERTY(name, value)                                           \
  EACH_WAND(                                                            \
      #name, do {                                                       \
        (void)fprintf(t->out, " %.6g", (double)MagickGet##name(wand));  \
        (void)fprintf(t->out, " set %u", MagickSet##name(wand, value)); \
        write_number_and_wand(t, (double)MagickGet##name(wand), wand);  \
      } while (0))

/* Without an image, GraphicsMagick stops the program. */
static inline void write_orientation(Transcript* t, MagickWand* wand, int kind, int value) {
  (void)fprintf(t->out, " %d", (int)MagickGetImageOrientation(wand));
  if (kind == EmptyWand) return;
  (void)fprintf(t->out, " %u", MagickSetImageOrientation(wand, (OrientationType)value));
  (void)fprintf(t->out, " %d", (int)MagickGetImageOrientation(wand));
  write_text(t, MagickGetImageAttribute(wand, "EXIF:Orientation"));
  write_wand(t, wand);
}

static void transcript_magick_orientations(Transcript* t) {
  int value;
  for (value = -1; value <= 9; value++) EACH_WAND("turn", write_orientation(t, wand, kind, value));
}

static void transcript_magick_fields(Transcript* t) {
  NUMBER(MagickGetImageWidth(wand));
  NUMBER(MagickGetImageHeight(wand));
  NUMBER(MagickGetImageSize(wand));
  PROPERTY(ImageCompression, LZWCompression);
  NUMBER(
      (MagickSetImageInterlaceScheme(wand, PlaneInterlace), MagickGetImageInterlaceScheme(wand)));
  PROPERTY(ImageDelay, 25);
  PROPERTY(ImageDispose, BackgroundDispose);
  PROPERTY(ImageIterations, 7);
  PROPERTY(ImageScene, 9);
  PROPERTY(ImageUnits, PixelsPerCentimeterResolution);
  PROPERTY(ImageGravity, SouthGravity);
  PROPERTY(ImageCompose, XorCompositeOp);
  PROPERTY(ImageVirtualPixelMethod, TileVirtualPixelMethod);
  NUMBER(MagickGetImageDepth(wand));
  EACH_WAND(
      "depth",
      if (kind != PaletteWand) { /* of which GraphicsMagick takes the palette away */
                                 /* Of other samples it cuts off what does not fit. */
                                 (void)MagickOperatorImageChannel(wand, AllChannels,
                                                                  ThresholdQuantumOp, 30000);
                                 (void)fprintf(t->out, " %u", MagickSetImageDepth(wand, 5));
                                 write_number_and_wand(t, (double)MagickGetImageDepth(wand), wand);
      });
  PROPERTY(ImageType, GrayscaleType);
  PROPERTY(ImageType, BilevelType);
  PROPERTY(ImageType, ColorSeparationType);
  PROPERTY(ImageType, TrueColorMatteType);
  PROPERTY(ImageMatte, 1);
  PROPERTY(ImageGamma, 0.55);
  PROPERTY(ImageRenderingIntent, PerceptualIntent);
  PROPERTY(ImageFuzz, 300.5);
  PROPERTY(ImageColorspace, YCbCrColorspace);
  PROPERTY(ImageColorspace, GRAYColorspace);
  PROPERTY(ImageColorspace, CMYKColorspace);
  PROPERTY(ImageSavedType, PaletteType);
  NUMBER(MagickGetImageChannelDepth(wand, RedChannel));
  NUMBER((MagickOperatorImageChannel(wand, RedChannel, ThresholdQuantumOp, 30000),
          MagickSetImageChannelDepth(wand, RedChannel, 3)));
}

/* A pair of numbers before and after a change. */
#define PAIR(name, first, second)                                           \
  EACH_WAND(                                                                \
      #name, do {                                                           \
        double x = -1, y = -1;                                              \
        (void)fprintf(t->out, " %u", MagickGet##name(wand, &x, &y));        \
        (void)fprintf(t->out, " %.6g,%.6g", x, y);                          \
        (void)fprintf(t->out, " %u", MagickSet##name(wand, first, second)); \
        (void)fprintf(t->out, " %u", MagickGet##name(wand, &x, &y));        \
        (void)fprintf(t->out, " %.6g,%.6g", x, y);                          \
        write_wand(t, wand);                                                \
      } while (0))

static inline void write_page(Transcript* t, MagickWand* wand) {
  unsigned long width = 1, height = 2;
  long x = 3, y = 4;
  (void)fprintf(t->out, " %u", MagickGetImagePage(wand, &width, &height, &x, &y));
  (void)fprintf(t->out, " %lux%lu%+ld%+ld", width, height, x, y);
}

static inline void write_bounding_box(Transcript* t, MagickWand* wand, double fuzz) {
  unsigned long width = 1, height = 2;
  long x = 3, y = 4;
  (void)fprintf(t->out, " %u", MagickGetImageBoundingBox(wand, fuzz, &width, &height, &x, &y));
  (void)fprintf(t->out, " %lux%lu%+ld%+ld fuzz %g", width, height, x, y, MagickGetImageFuzz(wand));
  write_wand(t, wand);
}

static void transcript_magick_pairs_of_numbers(Transcript* t) {
  PAIR(ImageResolution, 300, 75.5);
  PAIR(ImageBluePrimary, 0.11, 0.12);
  PAIR(ImageGreenPrimary, 0.21, 0.22);
  PAIR(ImageRedPrimary, 0.31, 0.32);
  PAIR(ImageWhitePoint, 0.41, 0.42);
  EACH_WAND("page", write_page(t, wand);
            (void)fprintf(t->out, " %u", MagickSetImagePage(wand, 50, 60, -7, 8));
            write_page(t, wand); write_wand(t, wand));
  EACH_WAND("box", write_bounding_box(t, wand, 0));
  EACH_WAND("fuzzy box", write_bounding_box(t, wand, 20000));
}

/* A colour before and after a change. */
#define COLOR_PROPERTY(name)                                        \
  EACH_WAND(                                                        \
      #name, do {                                                   \
        PixelWand* const read = NewPixelWand();                     \
        (void)fprintf(t->out, " %u", MagickGet##name(wand, read));  \
        write_text(t, PixelGetColorAsString(read));                 \
        (void)fprintf(t->out, " %u", MagickSet##name(wand, color)); \
        (void)fprintf(t->out, " %u", MagickGet##name(wand, read));  \
        write_text(t, PixelGetColorAsString(read));                 \
        DestroyPixelWand(read);                                     \
        write_wand(t, wand);                                        \
      } while (0))

static inline void write_palette_color(Transcript* t, MagickWand* wand, unsigned long index) {
  PixelWand* const color = NewPixelWand();
  (void)fprintf(t->out, " %u", MagickGetImageColormapColor(wand, index, color));
  write_text(t, PixelGetColorAsString(color));
  DestroyPixelWand(color);
}

static void transcript_magick_color_properties(Transcript* t) {
  COLOR_PROPERTY(ImageBackgroundColor);
  COLOR_PROPERTY(ImageBorderColor);
  COLOR_PROPERTY(ImageMatteColor);
  EACH_WAND("palette", write_palette_color(t, wand, 9999); write_wand(t, wand));
  EACH_WAND("palette", (void)fprintf(t->out, " %u", MagickSetImageColormapColor(wand, 1, color));
            write_palette_color(t, wand, 1); write_wand(t, wand));
  NUMBER(MagickGetImageColors(wand));
}

static inline void write_extrema(Transcript* t, MagickWand* wand, ChannelType channel) {
  unsigned long least = 1, greatest = 2;
  double mean = 3, deviation = 4;
  if (channel == UndefinedChannel)
    (void)fprintf(t->out, " %u", MagickGetImageExtrema(wand, &least, &greatest));
  else
    (void)fprintf(t->out, " %u", MagickGetImageChannelExtrema(wand, channel, &least, &greatest));
  (void)fprintf(t->out, " %lu %lu", least, greatest);
  (void)fprintf(t->out, " %u", MagickGetImageChannelMean(wand, channel, &mean, &deviation));
  (void)fprintf(t->out, " %g %g", mean, deviation);
  write_wand(t, wand);
}

static void transcript_magick_channel_numbers(Transcript* t) {
  int channel;
  for (channel = UndefinedChannel; channel <= GrayChannel; channel++)
    EACH_WAND("extrema", write_extrema(t, wand, (ChannelType)channel));
}

/* Their order is not said. */
static inline void write_histogram(Transcript* t, MagickWand* wand) {
  unsigned long colors = 0, i;
  double sum = 0, pixels = 0;
  PixelWand** const wands = MagickGetImageHistogram(wand, &colors);
  (void)fprintf(t->out, " %lu", colors);
  for (i = 0; wands != NULL && i < colors; i++) {
    pixels += PixelGetColorCount(wands[i]);
    sum += (double)PixelGetColorCount(wands[i]) *
           (PixelGetRedQuantum(wands[i]) + 3.0 * PixelGetGreenQuantum(wands[i]) +
            5.0 * PixelGetBlueQuantum(wands[i]) + 7.0 * PixelGetOpacityQuantum(wands[i]));
    DestroyPixelWand(wands[i]);
  }
  if (wands != NULL) (void)MagickRelinquishMemory((void*)wands);
  (void)fprintf(t->out, " %.17g %.17g", pixels, sum);
  write_wand(t, wand);
}

#define QUESTION(call)                                     \
  EACH_WAND(                                               \
      #call, do {                                          \
        unsigned int answer = 7;                           \
        (void)fprintf(t->out, " %u", call(wand, &answer)); \
        (void)fprintf(t->out, " answer %u", answer);       \
        write_wand(t, wand);                               \
      } while (0))

static void transcript_magick_questions(Transcript* t) {
  QUESTION(MagickIsGrayImage);
  QUESTION(MagickIsMonochromeImage);
  QUESTION(MagickIsOpaqueImage);
  QUESTION(MagickIsPaletteImage);
  QUESTION(MagickHasColormap);
  EACH_WAND("histogram", write_histogram(t, wand));
}

#endif
