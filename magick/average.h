/* The mean of images. */
#ifndef LODESTONE_MAGICK_AVERAGE_H
#define LODESTONE_MAGICK_AVERAGE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  AverageImages: a new image, DirectClass, each of whose samples is the mean of those of the images
  from `image` on in its list, halves up. It has the attributes of the first.
  Returns: NULL with *exception set: ImageError for a single image, OptionError if their sizes
           differ, ResourceLimitError for more than 32768 images, out of memory, no pixels, or
           cancelled.
  Threads: safe for different images; the images are only read.
  Source:  GraphicsMagick AverageImages; equal. The alpha of CMYK images is averaged too.
*/
extern MagickExport Image* AverageImages(const Image* image, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
