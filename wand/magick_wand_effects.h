/*
  Operations on the pixels of the current image of a magick wand that keep its size. Radii and
  deviations are in pixels; a radius of 0 chooses one. Thresholds are samples, from 0 to MaxRGB.
*/
#ifndef LODESTONE_WAND_MAGICK_WAND_EFFECTS_H
#define LODESTONE_WAND_MAGICK_WAND_EFFECTS_H

#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Blurring and sharpening; angles in degrees. */
extern WandExport unsigned int MagickBlurImage(MagickWand* wand, const double radius,
                                               const double sigma);
extern WandExport unsigned int MagickMotionBlurImage(MagickWand* wand, const double radius,
                                                     const double sigma, const double angle);
extern WandExport unsigned int MagickSharpenImage(MagickWand* wand, const double radius,
                                                  const double sigma);
extern WandExport unsigned int MagickUnsharpMaskImage(MagickWand* wand, const double radius,
                                                      const double sigma, const double amount,
                                                      const double threshold);

/* GraphicsMagick has none: a WandError. */
extern WandExport unsigned int MagickRadialBlurImage(MagickWand* wand, const double angle);

/* `order` rows of `order` weights; order is odd. */
extern WandExport unsigned int MagickConvolveImage(MagickWand* wand, const unsigned long order,
                                                   const double* kernel);

/* Noise: more or less of it. */
extern WandExport unsigned int MagickAddNoiseImage(MagickWand* wand, const NoiseType noise_type);
extern WandExport unsigned int MagickDespeckleImage(MagickWand* wand);
extern WandExport unsigned int MagickEnhanceImage(MagickWand* wand);
extern WandExport unsigned int MagickMedianFilterImage(MagickWand* wand, const double radius);
extern WandExport unsigned int MagickReduceNoiseImage(MagickWand* wand, const double radius);

/* Effects. */
extern WandExport unsigned int MagickCharcoalImage(MagickWand* wand, const double radius,
                                                   const double sigma);
extern WandExport unsigned int MagickEdgeImage(MagickWand* wand, const double radius);
extern WandExport unsigned int MagickEmbossImage(MagickWand* wand, const double radius,
                                                 const double sigma);
extern WandExport unsigned int MagickOilPaintImage(MagickWand* wand, const double radius);
extern WandExport unsigned int MagickSpreadImage(MagickWand* wand, const double radius);

/* Distortions; MagickWaveImage makes the image higher. */
extern WandExport unsigned int MagickImplodeImage(MagickWand* wand, const double amount);
extern WandExport unsigned int MagickSwirlImage(MagickWand* wand, const double degrees);
extern WandExport unsigned int MagickWaveImage(MagickWand* wand, const double amplitude,
                                               const double wave_length);

/* Brightness and contrast. */
extern WandExport unsigned int MagickContrastImage(MagickWand* wand, const unsigned int sharpen);
extern WandExport unsigned int MagickEqualizeImage(MagickWand* wand);
extern WandExport unsigned int MagickNormalizeImage(MagickWand* wand);
extern WandExport unsigned int MagickGammaImage(MagickWand* wand, const double gamma);
extern WandExport unsigned int MagickGammaImageChannel(MagickWand* wand, const ChannelType channel,
                                                       const double gamma);
extern WandExport unsigned int MagickLevelImage(MagickWand* wand, const double black_point,
                                                const double gamma, const double white_point);
extern WandExport unsigned int MagickLevelImageChannel(MagickWand* wand, const ChannelType channel,
                                                       const double black_point, const double gamma,
                                                       const double white_point);
extern WandExport unsigned int MagickNegateImage(MagickWand* wand, const unsigned int gray);
extern WandExport unsigned int MagickNegateImageChannel(MagickWand* wand, const ChannelType channel,
                                                        const unsigned int gray);
extern WandExport unsigned int MagickSolarizeImage(MagickWand* wand, const double threshold);

/* Percentages of brightness, saturation and hue. */
extern WandExport unsigned int MagickModulateImage(MagickWand* wand, const double brightness,
                                                   const double saturation, const double hue);

/* A colour decision list "slope,offset,power,saturation"; see CdlImage of <magick/cdl.h>. */
extern WandExport unsigned int MagickCdlImage(MagickWand* wand, const char* cdl);

/* Look colours up in the current image of `clut_wand`, a Hald. */
extern WandExport unsigned int MagickHaldClutImage(MagickWand* wand, const MagickWand* clut_wand);

/* Make samples 0 or MaxRGB, or those below or above a threshold. */
extern WandExport unsigned int MagickThresholdImage(MagickWand* wand, const double threshold);
extern WandExport unsigned int MagickThresholdImageChannel(MagickWand* wand,
                                                           const ChannelType channel,
                                                           const double threshold);
extern WandExport unsigned int MagickBlackThresholdImage(MagickWand* wand,
                                                         const PixelWand* threshold);
extern WandExport unsigned int MagickWhiteThresholdImage(MagickWand* wand,
                                                         const PixelWand* threshold);

/* The threshold is the mean of width x height pixels around, plus `offset`. */
extern WandExport unsigned int MagickAdaptiveThresholdImage(MagickWand* wand,
                                                            const unsigned long width,
                                                            const unsigned long height,
                                                            const long offset);

/* Arithmetic with each sample of a channel. */
extern WandExport unsigned int MagickOperatorImageChannel(MagickWand* wand,
                                                          const ChannelType channel,
                                                          const QuantumOperator quantum_operator,
                                                          const double rvalue);

/* A grey image of one channel. */
extern WandExport unsigned int MagickSeparateImageChannel(MagickWand* wand,
                                                          const ChannelType channel);

/* Lighten and darken the edges of width x height pixels, as of a button that is up or down. */
extern WandExport unsigned int MagickRaiseImage(MagickWand* wand, const unsigned long width,
                                                const unsigned long height, const long x,
                                                const long y, const unsigned int raise_flag);

/* Protect what is outside a clipping path of the image from later changes, or what is inside. */
extern WandExport unsigned int MagickClipImage(MagickWand* wand);
extern WandExport unsigned int MagickClipPathImage(MagickWand* wand, const char* pathname,
                                                   const unsigned int inside);

/* Put the current image of `composite_wand` on it, at (x, y). */
extern WandExport unsigned int MagickCompositeImage(MagickWand* wand,
                                                    const MagickWand* composite_wand,
                                                    const CompositeOperator compose, const long x,
                                                    const long y);

/* Draw what the drawing wand holds. Without any drawing, MagickFail with no exception. */
extern WandExport unsigned int MagickDrawImage(MagickWand* wand, const DrawingWand* drawing_wand);

/* Write text at (x, y), turned by `angle` degrees, with the font and colours of the wand. */
extern WandExport unsigned int MagickAnnotateImage(MagickWand* wand,
                                                   const DrawingWand* drawing_wand, const double x,
                                                   const double y, const double angle,
                                                   const char* text);

/*
  Sizes of text drawn with the font of the wand, in pixels: of an em (width, height), ascent,
  descent, width and height of the text, and the greatest advance of a glyph: 7 numbers.
*/
extern WandExport double* MagickQueryFontMetrics(MagickWand* wand, const DrawingWand* drawing_wand,
                                                 const char* text);

#if defined(__cplusplus)
}
#endif

#endif
