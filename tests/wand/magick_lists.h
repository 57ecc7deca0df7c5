/* Transcripts of lists of images in magick wands: stepping, adding, reading, sequences. */
#ifndef LODESTONE_TESTS_WAND_MAGICK_LISTS_H
#define LODESTONE_TESTS_WAND_MAGICK_LISTS_H

#include "sample_wands.h"

static inline MagickWand* new_random_wand(Transcript* t) {
  MagickWand* const wand = new_sample(EmptyWand);
  unsigned images = random_below(t, 4);
  for (; images != 0; images--) read_sample(wand, (int)random_below(t, 5));
  return wand;
}

static inline unsigned step(Transcript* t, MagickWand* wand, MagickWand* other) {
  switch (random_below(t, 13)) {
    case 0:
    case 1:
      (void)fprintf(t->out, "next");
      return MagickNextImage(wand);
    case 2:
      (void)fprintf(t->out, "previous");
      return MagickPreviousImage(wand);
    case 3:
      (void)fprintf(t->out, "reset");
      MagickResetIterator(wand);
      return 0;
    case 4:
    case 5:
      (void)fprintf(t->out, "add");
      return MagickAddImage(wand, other);
    case 6:
      (void)fprintf(t->out, "set");
      return MagickSetImage(wand, other);
    case 7:
      (void)fprintf(t->out, "remove");
      return MagickRemoveImage(wand);
    case 8:
      (void)fprintf(t->out, "to");
      return MagickSetImageIndex(wand, (long)random_below(t, 6) - 1);
    case 9:
      (void)fprintf(t->out, "has next");
      return MagickHasNextImage(wand);
    case 10:
      (void)fprintf(t->out, "has previous");
      return MagickHasPreviousImage(wand);
    case 11:
      (void)fprintf(t->out, "flip");
      return MagickFlipImage(wand);
    default:
      (void)fprintf(t->out, "read");
      read_sample(wand, 3);
      return 0;
  }
}

static void transcript_magick_steps(Transcript* t) {
  unsigned i, k;
  for (i = 0; i < 60; i++) {
    MagickWand* const wand = new_random_wand(t);
    (void)fprintf(t->out, "wand %u\n", i);
    for (k = 0; k < 15; k++) {
      MagickWand* const other = new_random_wand(t);
      const unsigned status = step(t, wand, other);
      write_number_and_wand(t, status, wand);
      (void)DestroyMagickWand(other);
    }
    write_wands(t, MagickFlattenImages(wand), wand);
    write_wands(t, CloneMagickWand(wand), wand);
    write_wands(t, MagickGetImage(wand), wand);
    (void)DestroyMagickWand(wand);
  }
}

static void transcript_magick_positions(Transcript* t) {
  NUMBER(MagickGetNumberImages(wand));
  NUMBER(MagickGetImageIndex(wand));
  NUMBER(MagickSetImageIndex(wand, 0));
  NUMBER(MagickSetImageIndex(wand, 9));
  NUMBER(MagickAddImage(wand, other));
  NUMBER(MagickAddImage(wand, none));
  NUMBER(MagickSetImage(wand, other));
  NUMBER(MagickSetImage(wand, none));
  NUMBER(MagickRemoveImage(wand));
  NUMBER(MagickNextImage(wand));
  NUMBER(MagickPreviousImage(wand));
  NUMBER(MagickHasNextImage(wand));
  NUMBER(MagickHasPreviousImage(wand));
  NUMBER((MagickResetIterator(wand), 5));
  NUMBER((MagickClearException(wand), 5));
  NEW_WAND(MagickGetImage(wand));
  NEW_WAND(CloneMagickWand(wand));
}

static void transcript_magick_sequences(Transcript* t) {
  double distortion = 5;
  NEW_WAND(MagickAppendImages(wand, 0));
  NEW_WAND(MagickAppendImages(wand, 1));
  NEW_WAND(MagickAverageImages(wand));
  NEW_WAND(MagickCoalesceImages(wand));
  NEW_WAND(MagickDeconstructImages(wand));
  NEW_WAND(MagickFlattenImages(wand));
  NEW_WAND(MagickMosaicImages(wand));
  NEW_WAND(MagickMorphImages(wand, 2));
  NEW_WAND((MagickFlipImage(wand), MagickAppendImages(wand, 0)));
  NEW_WAND((MagickFlipImage(wand), MagickAverageImages(wand)));
  NEW_WAND((MagickFlipImage(wand), MagickMorphImages(wand, 1)));
  NEW_WAND(MagickStereoImage(wand, other));
  NEW_WAND(MagickStereoImage(wand, none));
  NEW_WAND(MagickSteganoImage(wand, other, 3));
  NEW_WAND(MagickSteganoImage(wand, none, 3));
  NEW_WAND(MagickTextureImage(wand, other));
  NEW_WAND(MagickTextureImage(wand, none));
  NEW_WAND(MagickTransformImage(wand, "10x8+3+2", "20x20!"));
  NEW_WAND(MagickTransformImage(wand, NULL, "50%"));
  NEW_WAND(MagickTransformImage(wand, "5x5+100+100", NULL));
  NEW_WAND(MagickFxImage(wand, "u*2"));
  NEW_WAND(MagickFxImageChannel(wand, RedChannel, "u*2"));
  NEW_WAND(MagickPreviewImages(wand, BlurPreview));
  NEW_WAND(MagickCompareImages(wand, other, MeanSquaredErrorMetric, NULL));
  NEW_WAND(MagickCompareImages(wand, none, MeanSquaredErrorMetric, &distortion));
  EACH_WAND(
      "compare", do {
        MagickWand* const made = MagickCompareImageChannels(
            wand, other, GreenChannel, RootMeanSquaredErrorMetric, &distortion);
        (void)fprintf(t->out, " %.4g", distortion);
        write_wands(t, made, wand);
      } while (0));
}

#endif
