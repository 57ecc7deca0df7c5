/* Resizing images.

  All: sizes in pixels, at least 1. The new image belongs to the caller; NULL with *exception set:
  OptionError (a size is 0, a number is not finite), ResourceLimitError (memory, limits),
  MonitorError (cancelled). The source is only read. Threads: safe. ResizeImage, ScaleImage,
  ThumbnailImage and ZoomImage weight colours by alpha; so do MinifyImage and MagnifyImage, unless
  image->unweighted_colors is set, as GraphicsMagick does; SampleImage copies pixels. K of CMYK
  images is a colour like the others. With image->linear_light, ResizeImage, ResizeImages,
  ScaleImage, ThumbnailImage and ZoomImage weigh the light that the colours of RGB and grey images
  stand for as sRGB; of other images, the samples.
*/
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
  ResizeImage: resample both axes with a filter, in GraphicsMagick's pass order.
  filter:    UndefinedFilter chooses Lanczos, or Mitchell to enlarge, with alpha, or for palettes;
             OptionError for a value that is not a filter.
  blur:      1 normal, > 1 softer, < 1 sharper; must be finite, and so must image->blur where it is
             used (ThumbnailImage, ZoomImage).
  Agreement: exact across accelerators.
*/
extern MagickExport Image* ResizeImage(const Image* image, const unsigned long columns,
                                       const unsigned long rows, const FilterTypes filter,
                                       const double blur, ExceptionInfo* exception);

/* One result of ResizeImages; the fields are ResizeImage's arguments. */
typedef struct _ResizeSpec {
  unsigned long columns, rows;
  FilterTypes filter;
  double blur;
} ResizeSpec;

/*
  ResizeImages: several sizes of one image in one pass over it, on the accelerator that is best for
  all of them together. (Not in GraphicsMagick.)
  specs, count: at least one; OptionError for none.
  Returns:   a list of the results, in this order, which the caller destroys with DestroyImageList.
             The pixels of each are those that ResizeImage makes. NULL with *exception set: no
             result at all.
  Events:    one for each result. Those computed on the CPU share a pass: the time of each is its
             part of that.
*/
extern MagickExport Image* ResizeImages(const Image* image, const ResizeSpec* specs,
                                        const size_t count, ExceptionInfo* exception);

/* Exact area averaging. Agreement: exact across accelerators. */
extern MagickExport Image* ScaleImage(const Image* image, const unsigned long columns,
                                      const unsigned long rows, ExceptionInfo* exception);

/* Nearest neighbour: no new colours, and the storage class is kept. */
extern MagickExport Image* SampleImage(const Image* image, const unsigned long columns,
                                       const unsigned long rows, ExceptionInfo* exception);

/* Fast, for much smaller results. */
extern MagickExport Image* ThumbnailImage(const Image* image, const unsigned long columns,
                                          const unsigned long rows, ExceptionInfo* exception);

/* Double the size, averaging neighbours. */
extern MagickExport Image* MagnifyImage(const Image* image, ExceptionInfo* exception);

/* Halve the size, with a weighted 4 x 4 neighbourhood. */
extern MagickExport Image* MinifyImage(const Image* image, ExceptionInfo* exception);

/* ResizeImage with image->filter and image->blur. */
extern MagickExport Image* ZoomImage(const Image* image, const unsigned long columns,
                                     const unsigned long rows, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
