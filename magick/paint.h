/* Changing the pixels of one colour. Agreement: exact across accelerators. */
#ifndef LODESTONE_MAGICK_PAINT_H
#define LODESTONE_MAGICK_PAINT_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  OpaqueImage: replace every pixel whose colour is `target` by `fill`, in place; a palette's
  entries. Colours at a distance of at most image->fuzz count as equal to `target`: the root of the
  sum of the squares of the differences of red, green and blue. Opacity is replaced as well in
  images that have it. The image stays grey only if `fill` is grey. Returns: MagickFail with
  image->exception set: out of memory, no pixels, or cancelled; the pixels are then unchanged.
  Source:  GraphicsMagick OpaqueImage; equal.
*/
extern MagickExport MagickPassFail OpaqueImage(Image* image, const PixelPacket target,
                                               const PixelPacket fill);

/*
  TransparentImage: give every pixel whose colour is `target`, in the sense of OpaqueImage, this
  opacity, in place; a palette's entries. The image has alpha afterwards.
  opacity: 0 (opaque) to MaxRGB (transparent).
  Returns: as OpaqueImage.
  Source:  GraphicsMagick TransparentImage; equal.
*/
extern MagickExport MagickPassFail TransparentImage(Image* image, const PixelPacket target,
                                                    const unsigned int opacity);

#if defined(__cplusplus)
}
#endif

#endif
