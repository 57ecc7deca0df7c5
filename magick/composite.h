/* Compositing one image onto another. */
#ifndef LODESTONE_MAGICK_COMPOSITE_H
#define LODESTONE_MAGICK_COMPOSITE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _CompositeOptions_t {
  double percent_brightness;
  double amount;
  double threshold;
} CompositeOptions_t;

/*
  CompositeImage: composite `update_image` onto `canvas_image`, its upper left corner at the
  offsets. The update follows the colour space of the canvas, unless one channel is copied; a CMYK
  canvas becomes RGB for all but copies of channels and opaque images and Displace. Modulate
  takes its percentage, Threshold its amount and threshold, and Displace the distances in pixels by
  which white moves across and transparency down (20x20; without alpha, intensities move both ways),
  from update_image->geometry.
  Returns:   MagickFail with canvas_image->exception: OptionError for an operator not supported,
             out of memory, or cancelled, which leaves the canvas partly changed.
  Threads:   the canvas is used by one at a time; updates may be shared.
  Agreement: exact across accelerators.
  Source:    GraphicsMagick CompositeImage, within one step. The opacities of Plus and Minus are the
             sum and the product, where it makes everything transparent, and Modulate does not
             end a row where the update is middle grey. Displace moves pixels by the map's own
             pixels at negative offsets as well.
*/
extern MagickExport MagickPassFail CompositeImage(Image* canvas_image,
                                                  const CompositeOperator compose,
                                                  const Image* update_image, const long x_offset,
                                                  const long y_offset);

/* Composite a region of one image onto a region of another; options may be NULL. Displace copies,
   as in GraphicsMagick. */
extern MagickExport MagickPassFail CompositeImageRegion(
    const CompositeOperator compose, const CompositeOptions_t* options, const unsigned long columns,
    const unsigned long rows, const Image* update_image, const long update_x, const long update_y,
    Image* canvas_image, const long canvas_x, const long canvas_y, ExceptionInfo* exception);

/*
  MagickCompositeImageUnderColor: put an image over one colour, which may be partly transparent
  itself. It is opaque, without alpha, and DirectClass afterwards.
  Returns: MagickFail with *exception set: out of memory, or cancelled, which leaves it partly
           changed; MagickFail if a pointer is NULL.
  Source:  GraphicsMagick MagickCompositeImageUnderColor; equal.
*/
extern MagickExport MagickPassFail MagickCompositeImageUnderColor(Image* image,
                                                                  const PixelPacket* undercolor,
                                                                  ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
