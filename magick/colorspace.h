/* Colour spaces, and pixel intensity. */
#ifndef LODESTONE_MAGICK_COLORSPACE_H
#define LODESTONE_MAGICK_COLORSPACE_H

#include "magick/common.h"
#include "magick/forward.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* ITU-R 601 luma of a pixel, in integers: weights 306, 601, 117 over 1024. */
#define PixelIntensityRec601(pixel)                                                          \
  ((unsigned int)(((unsigned int)(pixel)->red * 306U + (unsigned int)(pixel)->green * 601U + \
                   (unsigned int)(pixel)->blue * 117U) >>                                    \
                  10U))

/* ITU-R 709 luma of a pixel. */
#define PixelIntensityRec709(pixel) \
  ((unsigned int)(0.2126 * (pixel)->red + 0.7152 * (pixel)->green + 0.0722 * (pixel)->blue))

#define PixelIntensity(pixel) PixelIntensityRec601(pixel)
#define PixelIntensityToDouble(pixel) ((double)PixelIntensity(pixel))
#define PixelIntensityToQuantum(pixel) ((Quantum)PixelIntensity(pixel))

#define IsCMYKColorspace(colorspace) ((colorspace) == CMYKColorspace)
#define IsGrayColorspace(colorspace)                                             \
  (((colorspace) == GRAYColorspace) || ((colorspace) == Rec601LumaColorspace) || \
   ((colorspace) == Rec709LumaColorspace))
#define IsRGBColorspace(colorspace)                                     \
  ((IsGrayColorspace(colorspace)) || ((colorspace) == RGBColorspace) || \
   ((colorspace) == TransparentColorspace))
#define IsLABColorspace(colorspace) ((colorspace) == LABColorspace)
#define IsRGBCompatibleColorspace(colorspace) \
  ((IsRGBColorspace(colorspace)) || ((colorspace) == CineonLogRGBColorspace))
#define IsYCbCrColorspace(colorspace)                                              \
  (((colorspace) == YCbCrColorspace) || ((colorspace) == Rec601YCbCrColorspace) || \
   ((colorspace) == Rec709YCbCrColorspace))

#define YCbCrColorspace Rec601YCbCrColorspace

typedef enum {
  UndefinedColorspace,
  RGBColorspace,
  GRAYColorspace,
  TransparentColorspace,
  OHTAColorspace,
  XYZColorspace,
  YCCColorspace,
  YIQColorspace,
  YPbPrColorspace,
  YUVColorspace,
  CMYKColorspace, /* black is stored in opacity, alpha in the indexes */
  sRGBColorspace,
  HSLColorspace,
  HWBColorspace,
  LABColorspace,
  CineonLogRGBColorspace,
  Rec601LumaColorspace,
  Rec601YCbCrColorspace,
  Rec709LumaColorspace,
  Rec709YCbCrColorspace
} ColorspaceType;

/*
  TransformColorspace: convert the pixels, in place; a palette's entries, except for CMYK, which is
  DirectClass. The spaces are RGB, the three grey ones, OHTA, XYZ, both YCbCr, YIQ, YPbPr, YUV, HSL,
  HWB, CMYK and logarithmic RGB; any other is an OptionError. Differences such as Cb and Cr have
  their zero in the middle of the range, hue and saturation fill it. Opaque grey images get one
  sample a pixel.
  Returns: MagickFail with image->exception set: OptionError, out of memory, no pixels, or
           cancelled.
  Source:  GraphicsMagick TransformColorspace; within one step, except from YPbPr to RGB, where it
  has the wrong sign. Agreement: exact across accelerators; the alpha of CMYK images moves on the
  CPU.
*/
extern MagickExport MagickPassFail TransformColorspace(ImagePtr image,
                                                       const ColorspaceType colorspace);

/* RGBTransformImage: the same. TransformRGBImage: to RGB, unless the image is RGB or grey;
   `colorspace` must be a colour space, and has no effect otherwise. */
extern MagickExport MagickPassFail RGBTransformImage(ImagePtr image,
                                                     const ColorspaceType colorspace);
extern MagickExport MagickPassFail TransformRGBImage(ImagePtr image,
                                                     const ColorspaceType colorspace);

#if defined(__cplusplus)
}
#endif

#endif
