/*
  Colours of the current image of a magick wand. Samples of arguments run from 0 to MaxRGB; `fuzz`
  is how far, in samples, colours are apart that count as equal, and becomes the image's.
*/
#ifndef LODESTONE_WAND_MAGICK_WAND_COLORS_H
#define LODESTONE_WAND_MAGICK_WAND_COLORS_H

#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Colours of operations: what they uncover, surround and frame the image with. */
extern WandExport unsigned int MagickGetImageBackgroundColor(MagickWand* wand,
                                                             PixelWand* background_color);
extern WandExport unsigned int MagickSetImageBackgroundColor(MagickWand* wand,
                                                             const PixelWand* background);
extern WandExport unsigned int MagickGetImageBorderColor(MagickWand* wand, PixelWand* border_color);
extern WandExport unsigned int MagickSetImageBorderColor(MagickWand* wand, const PixelWand* border);
extern WandExport unsigned int MagickGetImageMatteColor(MagickWand* wand, PixelWand* matte_color);
extern WandExport unsigned int MagickSetImageMatteColor(MagickWand* wand, const PixelWand* matte);

/* Colour number `index` of the palette. */
extern WandExport unsigned int MagickGetImageColormapColor(MagickWand* wand,
                                                           const unsigned long index,
                                                           PixelWand* color);
extern WandExport unsigned int MagickSetImageColormapColor(MagickWand* wand,
                                                           const unsigned long index,
                                                           const PixelWand* color);

/* *colormap becomes 1 if the image has a palette, else 0. */
extern WandExport unsigned int MagickHasColormap(MagickWand* wand, unsigned int* colormap);

/* Chromaticities of the primary colours and of white. */
extern WandExport unsigned int MagickGetImageBluePrimary(MagickWand* wand, double* x, double* y);
extern WandExport unsigned int MagickSetImageBluePrimary(MagickWand* wand, const double x,
                                                         const double y);
extern WandExport unsigned int MagickGetImageGreenPrimary(MagickWand* wand, double* x, double* y);
extern WandExport unsigned int MagickSetImageGreenPrimary(MagickWand* wand, const double x,
                                                          const double y);
extern WandExport unsigned int MagickGetImageRedPrimary(MagickWand* wand, double* x, double* y);
extern WandExport unsigned int MagickSetImageRedPrimary(MagickWand* wand, const double x,
                                                        const double y);
extern WandExport unsigned int MagickGetImageWhitePoint(MagickWand* wand, double* x, double* y);
extern WandExport unsigned int MagickSetImageWhitePoint(MagickWand* wand, const double x,
                                                        const double y);

/* What the file says of its colours; MagickSetImageGamma changes no pixel. */
extern WandExport double MagickGetImageGamma(MagickWand* wand);
extern WandExport unsigned int MagickSetImageGamma(MagickWand* wand, const double gamma);
extern WandExport RenderingIntent MagickGetImageRenderingIntent(MagickWand* wand);
extern WandExport unsigned int MagickSetImageRenderingIntent(
    MagickWand* wand, const RenderingIntent rendering_intent);

/* How far colours are apart that count as equal. */
extern WandExport double MagickGetImageFuzz(MagickWand* wand);
extern WandExport unsigned int MagickSetImageFuzz(MagickWand* wand, const double fuzz);

/* Colour space; a change converts the pixels. */
extern WandExport ColorspaceType MagickGetImageColorspace(MagickWand* wand);
extern WandExport unsigned int MagickSetImageColorspace(MagickWand* wand,
                                                        const ColorspaceType colorspace);

/* Number of different colours. */
extern WandExport unsigned long MagickGetImageColors(MagickWand* wand);

/* The different colours with their counts: *number_colors wands, and the array, for the caller. */
extern WandExport PixelWand** MagickGetImageHistogram(MagickWand* wand,
                                                      unsigned long* number_colors);

/* Least and greatest samples: of red, green and blue, or of one channel. */
extern WandExport unsigned int MagickGetImageExtrema(MagickWand* wand, unsigned long* min,
                                                     unsigned long* max);
extern WandExport unsigned int MagickGetImageChannelExtrema(MagickWand* wand,
                                                            const ChannelType channel,
                                                            unsigned long* minima,
                                                            unsigned long* maxima);

/* Mean and standard deviation of the samples of one channel, or of all, as whole samples. */
extern WandExport unsigned int MagickGetImageChannelMean(MagickWand* wand,
                                                         const ChannelType channel, double* mean,
                                                         double* standard_deviation);

/* Replace pixels of the colour `target` by `fill`, or give them the opacity. */
extern WandExport unsigned int MagickOpaqueImage(MagickWand* wand, const PixelWand* target,
                                                 const PixelWand* fill, const double fuzz);
extern WandExport unsigned int MagickTransparentImage(MagickWand* wand, const PixelWand* target,
                                                      const Quantum opacity, const double fuzz);

/*
  Paint the area around (x, y): as far as pixels have its colour or, with a `bordercolor` that is
  not NULL, as far as none has that one. MagickMatteFloodfillImage ignores its fuzz, as
  GraphicsMagick.
*/
extern WandExport unsigned int MagickColorFloodfillImage(MagickWand* wand, const PixelWand* fill,
                                                         const double fuzz,
                                                         const PixelWand* bordercolor, const long x,
                                                         const long y);
extern WandExport unsigned int MagickMatteFloodfillImage(MagickWand* wand, const Quantum opacity,
                                                         const double fuzz,
                                                         const PixelWand* bordercolor, const long x,
                                                         const long y);

/* Mix with `colorize`, each sample as much as that of `colorize`. `opacity` is ignored. */
extern WandExport unsigned int MagickColorizeImage(MagickWand* wand, const PixelWand* colorize,
                                                   const PixelWand* opacity);

/* GraphicsMagick has none: a WandError. */
extern WandExport unsigned int MagickTintImage(MagickWand* wand, const PixelWand* tint,
                                               const PixelWand* opacity);

/* Fewer colours; `dither` is ignored. MagickQuantizeImages finds one palette for all images. */
extern WandExport unsigned int MagickQuantizeImage(
    MagickWand* wand, const unsigned long number_colors, const ColorspaceType colorspace,
    const unsigned long treedepth, const unsigned int dither, const unsigned int measure_error);
extern WandExport unsigned int MagickQuantizeImages(
    MagickWand* wand, const unsigned long number_colors, const ColorspaceType colorspace,
    const unsigned long treedepth, const unsigned int dither, const unsigned int measure_error);

/* Replace colours by the nearest ones of the current image of `map_wand`. */
extern WandExport unsigned int MagickMapImage(MagickWand* wand, const MagickWand* map_wand,
                                              const unsigned int dither);

/* Move the colours of the palette on by so many places. */
extern WandExport unsigned int MagickCycleColormapImage(MagickWand* wand, const long displace);

#if defined(__cplusplus)
}
#endif

#endif
