/*
  Tone and colour operations beyond GraphicsMagick's, in the manner of ImageMagick. All work in
  place, on palettes by their entries, leave alpha unchanged, and return MagickFail with
  image->exception set: OptionError (numbers that are not finite, values that are none), out of
  memory, no pixels, or cancelled; the pixels are then unchanged. Agreement: exact across
  accelerators. Threads: safe for different images.
*/
#ifndef LODESTONE_MAGICK_TONE_H
#define LODESTONE_MAGICK_TONE_H

#include <stddef.h>

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  AutoLevelImage: stretch the colours, all by the same factor, so that the lowest sample becomes 0
  and the highest MaxRGB. Source: ImageMagick -auto-level; within one step.
*/
extern MagickExport MagickPassFail AutoLevelImage(Image* image);

/*
  ContrastStretchImage: stretch the colours, all by the same factor, so that the darkest pixels
  become black and the brightest white.
  black, white: how many pixels, in per cent of all, may become black and white, by their
         Rec709LumaIntensity; 0 to 100.
  Source: ImageMagick -contrast-stretch, with its default channels; within one step.
*/
extern MagickExport MagickPassFail ContrastStretchImage(Image* image, const double black,
                                                        const double white);

/* Functions of samples x from 0 to 1. */
typedef enum {
  UndefinedMagickFunction,
  PolynomialFunction, /* p0 x^(n-1) + ... + p(n-1) */
  SinusoidFunction,   /* amplitude sin(2 pi (frequency x + phase / 360)) + bias */
  ArcsinFunction,     /* range / pi asin(2 / width (x - centre)) + bias */
  ArctanFunction      /* range / pi atan(pi slope (x - centre)) + bias */
} MagickFunction;

/*
  FunctionImage: replace every colour sample by a function of it.
  count, parameters: PolynomialFunction: one or more; the others up to four, in this order:
  frequency 1, phase 0, amplitude 0.5, bias 0.5; width 1, centre 0.5, range 1, bias 0.5; slope 1,
  centre 0.5, range 1, bias 0.5. These are the values of those that are left out. Source:
  ImageMagick -function; within one step.
*/
extern MagickExport MagickPassFail FunctionImage(Image* image, const MagickFunction function,
                                                 const size_t count, const double* parameters);

/*
  SigmoidalContrastImage: more contrast around a middle without cutting off the ends, by a sigmoid
  curve, or less by its inverse.
  sharpen:  not 0: more.
  contrast: how steep the curve is: 3 is usual, 20 is a lot; 0 changes nothing.
  midpoint: the sample in the middle of the curve, 0 to MaxRGB.
  Source: ImageMagick -sigmoidal-contrast; within one step.
*/
extern MagickExport MagickPassFail SigmoidalContrastImage(Image* image, const unsigned int sharpen,
                                                          const double contrast,
                                                          const double midpoint);

/* How red, green and blue become grey. */
typedef enum {
  UndefinedIntensity,
  AverageIntensity,         /* (red + green + blue) / 3 */
  BrightnessIntensity,      /* the highest */
  LightnessIntensity,       /* (the lowest + the highest) / 2 */
  Rec601LumaIntensity,      /* 0.298839 red + 0.586811 green + 0.11435 blue */
  Rec709LumaIntensity,      /* 0.212656 red + 0.715158 green + 0.072186 blue */
  RMSIntensity,             /* the root of the mean of the squares */
  Rec601LuminanceIntensity, /* of linear light, with Rec601LumaIntensity's factors */
  Rec709LuminanceIntensity  /* of linear light, with Rec709LumaIntensity's factors */
} IntensityMethod;

/*
  GrayscaleImage: make all colours grey. Opaque images get one sample a pixel; other colour spaces
  than RGB are converted first. A grey image is unchanged.
  Source: ImageMagick -grayscale; within one step. ImageMagick leaves luminance in linear light.
*/
extern MagickExport MagickPassFail GrayscaleImage(Image* image, const IntensityMethod method);

#if defined(__cplusplus)
}
#endif

#endif
