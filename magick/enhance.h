/* Tone adjustment. */
#ifndef LODESTONE_MAGICK_ENHANCE_H
#define LODESTONE_MAGICK_ENHANCE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  EqualizeImage: histogram equalisation, in place, of each channel, and of opacity if present. A
  palette is equalised by the frequency of its colours.
  Returns: MagickFail with image->exception set: out of memory, no pixels, or cancelled; a cancelled
           image may be partly equalised.
*/
extern MagickExport MagickPassFail EqualizeImage(Image* image);

/*
  NegateImage: turn every colour around, MaxRGB - value; in CMYK images black as well, and opacity
  in no other. A palette is negated by its entries.
  grayscale: not 0: only pixels, or entries of the palette, whose colours are alike.
  Returns:   MagickFail with image->exception set: memory, no pixels, or cancelled; the pixels are
             as they were.
*/
extern MagickExport MagickPassFail NegateImage(Image* image, const unsigned int grayscale);

#if defined(__cplusplus)
}
#endif

#endif
