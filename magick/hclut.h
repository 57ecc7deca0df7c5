/* Colour look-up in a Hald CLUT, an image that holds a cube of colours. */
#ifndef LODESTONE_MAGICK_HCLUT_H
#define LODESTONE_MAGICK_HCLUT_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  HaldClutImage: replace each colour by that at its place in a cube, in place, with linear
  interpolation between the corners of its cell; a palette's entries. Other colour spaces are
  converted to RGB first. Alpha is unchanged.
  clut:    a square image whose side is the cube of a level from 2 to 256: its pixels are the
           corners of level^2 by level^2 by level^2, red fastest. Only read.
  Effects: grey images stay grey only if they are kept as one sample a pixel and find greys alone.
  Returns: MagickFail with image->exception set: OptionError for other images, out of memory, no
           pixels, or cancelled; a cancelled image may be partly changed.
  Source:  GraphicsMagick HaldClutImage; equal, but where its doubles are on the wrong side of a
           half, by a step. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail HaldClutImage(Image* image, const Image* clut);

#if defined(__cplusplus)
}
#endif

#endif
