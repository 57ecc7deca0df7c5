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
  Convert the pixels between RGB, the three grey spaces, and CMYK; any other pair of different
  spaces is an OptionError in image->exception.
*/
extern MagickExport MagickPassFail TransformColorspace(ImagePtr image,
                                                       const ColorspaceType colorspace);

#if defined(__cplusplus)
}
#endif

#endif
