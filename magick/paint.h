/* Changing the pixels of one colour, everywhere or where they are connected. Agreement: exact
   across accelerators. */
#ifndef LODESTONE_MAGICK_PAINT_H
#define LODESTONE_MAGICK_PAINT_H

#include "magick/common.h"
#include "magick/image.h"
#include "magick/render.h"

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

/*
  ColorFloodfillImage: fill the pixels that are connected, across edges, with the one at
  (x_offset, y_offset) by draw_info->fill; if that is not to be filled, the one below it is tried.
  method:  FloodfillMethod: pixels whose colour is `target`, in the sense of OpaqueImage; any other:
           those whose colour is neither `target`, the border, nor the fill colour.
  Effects: with draw_info->fill_pattern, copies of it lie on the fill colour, one of them at its
           tile_info.x and tile_info.y. The image becomes DirectClass; opacity is filled too, and
           matte is not changed.
  Returns: MagickFail without an exception if the place is outside the image, the fill colour
           counts as `target`, or a pointer is NULL; with image->exception set: OptionError for a
           value that is no method, ImageError for a pattern of size 0, out of memory, no pixels.
  Source:  GraphicsMagick ColorFloodfillImage; equal, but for areas so intricate that GraphicsMagick
           does not reach all of them.
*/
extern MagickExport MagickPassFail ColorFloodfillImage(Image* image, const DrawInfo* draw_info,
                                                       const PixelPacket target,
                                                       const long x_offset, const long y_offset,
                                                       const PaintMethod method);

/*
  MatteFloodfillImage: give the pixels that are connected with the one at (x_offset, y_offset),
  chosen as by ColorFloodfillImage, this opacity. A pixel counts as `target` only if it has its
  opacity too; a border is also where the opacity is the new one already. The image becomes RGB,
  DirectClass, with alpha.
  opacity: 0 (opaque) to MaxRGB (transparent).
  Returns: MagickFail without an exception if the place is outside the image, or `target` or the
           pixel there has this opacity; with image->exception set: OptionError for a value that is
           no method, out of memory, no pixels.
  Source:  GraphicsMagick MatteFloodfillImage; as ColorFloodfillImage.
*/
extern MagickExport MagickPassFail MatteFloodfillImage(Image* image, const PixelPacket target,
                                                       const unsigned int opacity,
                                                       const long x_offset, const long y_offset,
                                                       const PaintMethod method);

#if defined(__cplusplus)
}
#endif

#endif
