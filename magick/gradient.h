/* Images that are gradients. */
#ifndef LODESTONE_MAGICK_GRADIENT_H
#define LODESTONE_MAGICK_GRADIENT_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  GradientImage: replace the pixels of an image, of its columns and rows, by a gradient from one
  colour to another. image->gravity says in which direction it goes: South (also for any that is
  not listed), North, East, West, and around the opposite corner for NorthWest, NorthEast,
  SouthWest and SouthEast. Of a transparent colour only the opacity counts. The colours become a
  palette if there are at most MaxColormapSize; otherwise the image becomes DirectClass. matte is
  not changed.
  Returns: MagickFail with image->exception set: ImageError for a size of 0, a limit, out of
           memory, or cancelled; MagickFail if a pointer is NULL.
  Source:  GraphicsMagick GradientImage; equal, but for North and West, of which GraphicsMagick
           reads colours that it has not set: here they are South and East in reverse.
*/
extern MagickExport MagickPassFail GradientImage(Image* image, const PixelPacket* start_color,
                                                 const PixelPacket* stop_color);

#if defined(__cplusplus)
}
#endif

#endif
