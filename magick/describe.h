/* Images described in words, as by identify. */
#ifndef LODESTONE_MAGICK_DESCRIBE_H
#define LODESTONE_MAGICK_DESCRIBE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  DescribeImage: print the properties of an image.
  verbose: 0: one line with name, format, size, class, depth, file size and times.
           1: many lines: also type, statistics of the channels, colormap, settings, attributes and
              profiles.
           More: also the number of colours, which is stored in image->total_colors, and the
              colours themselves if there are fewer than 1024.
  Effects: image->timer starts anew; with verbose, the attribute "signature" is set.
  Returns: MagickFail if `file` is in an error state. Properties that cannot be found out are
           reported in image->exception and left out, or printed as zero.
  Threads: safe for distinct images and files.
  Source:  GraphicsMagick DescribeImage.
*/
extern MagickExport MagickPassFail DescribeImage(Image* image, FILE* file,
                                                 const MagickBool verbose);

#if defined(__cplusplus)
}
#endif

#endif
