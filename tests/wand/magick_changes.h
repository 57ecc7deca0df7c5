/* Transcripts of functions that change the current image of a magick wand. */
#ifndef LODESTONE_TESTS_WAND_MAGICK_CHANGES_H
#define LODESTONE_TESTS_WAND_MAGICK_CHANGES_H

#include "sample_wands.h"

static void transcript_magick_filters(Transcript* t) {
  static const double kernel[] = {1, 2, 1, 0, 4, 0, 1, 2, 5};
  OPAQUE_NUMBER(MagickBlurImage(wand, 2, 1));
  OPAQUE_NUMBER(MagickMotionBlurImage(wand, 3, 1.5, 30));
  OPAQUE_NUMBER(MagickSharpenImage(wand, 2, 1));
  OPAQUE_NUMBER(MagickUnsharpMaskImage(wand, 2, 1, 1.5, 0.05));
  NUMBER(MagickRadialBlurImage(wand, 10));
  NUMBER(MagickConvolveImage(wand, 3, kernel));
  NUMBER(MagickConvolveImage(wand, 2, kernel));
  NUMBER(MagickConvolveImage(wand, 3, NULL));
  NUMBER(MagickConvolveImage(wand, 99, kernel));
  NUMBER(MagickDespeckleImage(wand));
  NUMBER(MagickEnhanceImage(wand));
  NUMBER(MagickMedianFilterImage(wand, 1));
  NUMBER(MagickReduceNoiseImage(wand, 1));
  OPAQUE_NUMBER(MagickCharcoalImage(wand, 1, 0.5));
  NUMBER(MagickEdgeImage(wand, 1));
  NUMBER(MagickEdgeImage(wand, 100));
  NUMBER(MagickEmbossImage(wand, 1, 0.5));
  NUMBER(MagickOilPaintImage(wand, 2));
  NUMBER(MagickImplodeImage(wand, 0.4));
  NUMBER(MagickSwirlImage(wand, 50));
  NUMBER(MagickWaveImage(wand, 3, 12));
  NUMBER(MagickAdaptiveThresholdImage(wand, 5, 4, 3));
  NUMBER(MagickAdaptiveThresholdImage(wand, 100, 4, 3));
  NUMBER(MagickRaiseImage(wand, 4, 3, 7, 9, 1));
  NUMBER(MagickRaiseImage(wand, 4, 3, 7, 9, 0));
  NUMBER(MagickRaiseImage(wand, 40, 3, 0, 0, 1));
  NUMBER(MagickClipImage(wand));
  NUMBER(MagickClipPathImage(wand, "#2", 1));
  NUMBER(MagickCompositeImage(wand, other, OverCompositeOp, 5, -3));
  NUMBER(MagickCompositeImage(wand, other, ReplaceCompositeOp, -4, 6));
  NUMBER(MagickCompositeImage(wand, none, OverCompositeOp, 0, 0));
}

/* What is random is another image afterwards. */
static inline void write_change(Transcript* t, unsigned kind) {
  static const NoiseType types[] = {UniformNoise, GaussianNoise, ImpulseNoise, LaplacianNoise};
  MagickWand* const wand = new_sample(ColorWand);
  char* const before = MagickGetImageSignature(wand);
  char* after;
  (void)fprintf(t->out, "change %u: %u", kind,
                kind < 4 ? MagickAddNoiseImage(wand, types[kind]) : MagickSpreadImage(wand, 2));
  after = MagickGetImageSignature(wand);
  (void)fprintf(t->out, " %d %lux%lu\n", strcmp(before, after) != 0, MagickGetImageWidth(wand),
                MagickGetImageHeight(wand));
  (void)MagickRelinquishMemory(before);
  (void)MagickRelinquishMemory(after);
  (void)DestroyMagickWand(wand);
}

static void transcript_magick_noise(Transcript* t) {
  unsigned kind;
  for (kind = 0; kind <= 4; kind++) write_change(t, kind);
}

static void transcript_magick_tone(Transcript* t) {
  NUMBER(MagickContrastImage(wand, 1));
  NUMBER(MagickContrastImage(wand, 0));
  NUMBER(MagickEqualizeImage(wand));
  NUMBER(MagickNormalizeImage(wand));
  NUMBER(MagickGammaImage(wand, 1.7));
  NUMBER(MagickGammaImage(wand, 0));
  NUMBER(MagickGammaImageChannel(wand, GreenChannel, 0.6));
  NUMBER(MagickLevelImage(wand, 9000, 1.3, 50000));
  NUMBER(MagickLevelImageChannel(wand, BlueChannel, 9000, 1.3, 50000));
  NUMBER(MagickLevelImageChannel(wand, AllChannels, 2000, 2, 40000));
  NUMBER(MagickModulateImage(wand, 110, 80, 130));
  NUMBER(MagickNegateImage(wand, 0));
  NUMBER(MagickNegateImage(wand, 1));
  NUMBER(MagickNegateImageChannel(wand, RedChannel, 1));
  NUMBER(MagickSolarizeImage(wand, 30000));
  NUMBER(MagickOperatorImageChannel(wand, GreenChannel, AddQuantumOp, 7000));
  NUMBER(MagickOperatorImageChannel(wand, AllChannels, MultiplyQuantumOp, 0.5));
  NUMBER(MagickCdlImage(wand, "1.1,0.02,0.9:1.0,0.01,1.1:0.9,0,1"));
  NUMBER(MagickHaldClutImage(wand, other));
  NUMBER(MagickHaldClutImage(wand, none));
  NUMBER(MagickSeparateImageChannel(wand, GreenChannel));
  NUMBER(MagickSeparateImageChannel(wand, OpacityChannel));
  NUMBER(MagickThresholdImage(wand, 30000));
  NUMBER(MagickThresholdImageChannel(wand, BlueChannel, 20000));
  NUMBER(MagickBlackThresholdImage(wand, color));
  NUMBER(MagickWhiteThresholdImage(wand, color));
}

static void transcript_magick_painting(Transcript* t) {
  PixelWand* const border = new_color("rgb(200,100,50)");
  NUMBER(MagickOpaqueImage(wand, border, color, 100));
  NUMBER(MagickOpaqueImage(wand, color, border, 9000));
  NUMBER(MagickTransparentImage(wand, border, (Quantum)30000, 0));
  NUMBER(MagickColorFloodfillImage(wand, color, 3000, NULL, 0, 0));
  NUMBER(MagickColorFloodfillImage(wand, color, 0, border, 10, 9));
  NUMBER(MagickColorFloodfillImage(wand, color, 0, NULL, 1000, 9));
  NUMBER(MagickColorFloodfillImage(wand, color, 0, NULL, -1, 9));
  NUMBER(MagickMatteFloodfillImage(wand, (Quantum)40000, 0, NULL, 0, 0));
  NUMBER(MagickMatteFloodfillImage(wand, (Quantum)40000, 0, border, 10, 9));
  NUMBER(MagickMatteFloodfillImage(wand, (Quantum)40000, 0, NULL, 0, -1));
  NUMBER(MagickColorizeImage(wand, color, border));
  NUMBER(MagickTintImage(wand, color, border));
  NUMBER(MagickQuantizeImage(wand, 5, RGBColorspace, 0, 0, 0));
  NUMBER(MagickQuantizeImage(wand, 2, GRAYColorspace, 3, 1, 1));
  NUMBER(MagickQuantizeImages(wand, 6, RGBColorspace, 0, 0, 0));
  NUMBER(MagickMapImage(wand, other, 0));
  NUMBER(MagickMapImage(wand, none, 1));
  NUMBER(MagickCycleColormapImage(wand, 3));
  DestroyPixelWand(border);
}

static void transcript_magick_sizes(Transcript* t) {
  NUMBER(MagickResizeImage(wand, 31, 9, TriangleFilter, 1));
  NUMBER(MagickResizeImage(wand, 10, 40, UndefinedFilter, 0.8));
  NUMBER(MagickResizeImage(wand, 0, 40, CubicFilter, 1));
  NUMBER(MagickResampleImage(wand, 100, 50, BoxFilter, 1));
  NUMBER(MagickResampleImage(wand, 0, 0, BoxFilter, 1));
  NUMBER(MagickSampleImage(wand, 7, 33));
  NUMBER(MagickSampleImage(wand, 7, 0));
  NUMBER(MagickScaleImage(wand, 7, 33));
  NUMBER(MagickScaleImage(wand, 0, 33));
  OPAQUE_NUMBER(MagickMagnifyImage(wand));
  OPAQUE_NUMBER(MagickMinifyImage(wand));
  NUMBER(MagickCropImage(wand, 10, 7, 3, 5));
  NUMBER(MagickCropImage(wand, 10, 7, 300, 5));
  NUMBER(MagickCropImage(wand, 10, 7, -5, -2));
  NUMBER(MagickChopImage(wand, 10, 7, 3, 5));
  NUMBER(MagickChopImage(wand, 10, 7, 300, 5));
  NUMBER(MagickShaveImage(wand, 3, 2));
  NUMBER(MagickShaveImage(wand, 30, 2));
  NUMBER(MagickTrimImage(wand, 0));
  NUMBER(MagickTrimImage(wand, 60000));
  NUMBER(MagickBorderImage(wand, color, 4, 2));
  NUMBER(MagickFrameImage(wand, color, 6, 5, 2, 1));
  NUMBER(MagickFrameImage(wand, color, 2, 2, 20, 10));
  NUMBER(MagickExtentImage(wand, 30, 12, -4, 3));
}

static void transcript_magick_turns(Transcript* t) {
  NUMBER(MagickFlipImage(wand));
  NUMBER(MagickFlopImage(wand));
  NUMBER(MagickRollImage(wand, 5, -3));
  NUMBER(MagickRotateImage(wand, color, 90));
  NUMBER(MagickRotateImage(wand, color, -180));
  NUMBER(MagickShearImage(wand, color, 0, 0));
  NUMBER(MagickShearImage(wand, color, 90, 0));
  NUMBER(MagickAutoOrientImage(wand, RightTopOrientation));
  NUMBER(MagickAutoOrientImage(wand, UndefinedOrientation));
}

#endif
