/* Colormaps of PseudoClass images. */
#ifndef LODESTONE_MAGICK_COLORMAP_H
#define LODESTONE_MAGICK_COLORMAP_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Give the image a colormap of `colors` grey levels and make it PseudoClass. */
extern MagickExport MagickPassFail AllocateImageColormap(Image* image, const unsigned long colors);

/*
  CycleColormapImage: move the colormap by `amount` entries, in place: index i becomes i + amount,
  modulo the number of colours, and each pixel gets the colour of its new index. A DirectClass image
  becomes PseudoClass first, as by SetImageType with PaletteType.
  Returns: MagickFail with image->exception set: out of memory, no pixels, or cancelled.
*/
extern MagickExport MagickPassFail CycleColormapImage(Image* image, const int amount);

/* Change the number of entries; new ones are black. */
extern MagickExport MagickPassFail ReallocateImageColormap(Image* image, const unsigned int colors);

/* Replace the colormap by one that holds the same colours, and renumber the indexes. */
extern MagickExport MagickPassFail ReplaceImageColormap(Image* image, const PixelPacket* colormap,
                                                        const unsigned int colors);

/* Sort the entries by intensity, brightest first, and renumber the indexes. */
extern MagickExport MagickPassFail SortColormapByIntensity(Image* image);

#if defined(__cplusplus)
}
#endif

#endif
