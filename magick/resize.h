/* Changing the size of images.

  All: sizes in pixels, at least 1. The new image belongs to the caller; NULL with *exception set:
  OptionError (a size is 0), ResourceLimitError (memory, limits), MonitorError (cancelled). The
  source is only read. Threads: safe. Colours of images with alpha are weighted by it. */
#ifndef LODESTONE_MAGICK_RESIZE_H
#define LODESTONE_MAGICK_RESIZE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define DefaultResizeFilter LanczosFilter
#define DefaultThumbnailFilter BoxFilter

/*
  ResizeImage: resample with a filter along both axes, in GraphicsMagick's order.
  filter:    UndefinedFilter chooses Lanczos, or Mitchell to enlarge, with alpha, or for palettes.
  blur:      1 normal, > 1 softer, < 1 sharper.
  Agreement: exact across accelerators.
*/
extern MagickExport Image* ResizeImage(const Image* image, const unsigned long columns,
                                       const unsigned long rows, const FilterTypes filter,
                                       const double blur, ExceptionInfo* exception);

/* Average by exact area. Agreement: exact across accelerators. */
extern MagickExport Image* ScaleImage(const Image* image, const unsigned long columns,
                                      const unsigned long rows, ExceptionInfo* exception);

/* Take the nearest pixel; no new colours, and the class is kept. */
extern MagickExport Image* SampleImage(const Image* image, const unsigned long columns,
                                       const unsigned long rows, ExceptionInfo* exception);

/* Fast and good for much smaller sizes. */
extern MagickExport Image* ThumbnailImage(const Image* image, const unsigned long columns,
                                          const unsigned long rows, ExceptionInfo* exception);

/* Twice the size, by averages of neighbours. */
extern MagickExport Image* MagnifyImage(const Image* image, ExceptionInfo* exception);

/* Half the size, by a weighted 4 x 4 neighbourhood. */
extern MagickExport Image* MinifyImage(const Image* image, ExceptionInfo* exception);

/* ResizeImage with image->filter and image->blur. */
extern MagickExport Image* ZoomImage(const Image* image, const unsigned long columns,
                                     const unsigned long rows, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
