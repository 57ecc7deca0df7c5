/* Statistics of the samples of an image. */
#ifndef LODESTONE_MAGICK_STATISTICS_H
#define LODESTONE_MAGICK_STATISTICS_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Of one channel; samples are divided by MaxRGB. */
typedef struct _ImageChannelStatistics {
  double maximum, minimum, mean;
  double standard_deviation;
  double variance; /* of the pixels as a sample: the sum of squares divided by their number - 1 */
} ImageChannelStatistics;

/* Red, green and blue, or cyan, magenta and yellow; opacity is 0 if the image has none, and black
   in CMYK images. */
typedef struct _ImageStatistics {
  ImageChannelStatistics red, green, blue, opacity;
} ImageStatistics;

/*
  GetImageStatistics: the statistics of all pixels. Of one pixel, variance and standard deviation
  are not a number.
  Returns: MagickFail with *exception set: no pixels, or cancelled; the statistics are then
           incomplete.
  Source:  GraphicsMagick GetImageStatistics; within the rounding of its sums, which depends on
           the number of threads there, not here.
*/
extern MagickExport MagickPassFail GetImageStatistics(const Image* image,
                                                      ImageStatistics* statistics,
                                                      ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
