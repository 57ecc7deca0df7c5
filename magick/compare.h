/* Showing and measuring the difference of two images. */
#ifndef LODESTONE_MAGICK_COMPARE_H
#define LODESTONE_MAGICK_COMPARE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  UndefinedHighlightStyle,
  AssignHighlightStyle,
  ThresholdHighlightStyle,
  TintHighlightStyle,
  XorHighlightStyle
} HighlightStyle;

typedef enum {
  UndefinedMetric,
  MeanAbsoluteErrorMetric,
  MeanSquaredErrorMetric,
  PeakAbsoluteErrorMetric,
  PeakSignalToNoiseRatioMetric,
  RootMeanSquaredErrorMetric
} MetricType;

/* Per channel and combined; 1 is the full range. Signal-to-noise ratios are in decibels. */
typedef struct _DifferenceStatistics {
  double red, green, blue, opacity, combined;
} DifferenceStatistics;

/* What counts as a difference, and how it is shown: pixels that differ become highlight_color
   (Assign), white where they are brighter and black elsewhere (Threshold), three parts of the
   compared pixel and one of highlight_color (Tint), or the exclusive or of both (Xor). Others are
   those of the compared image; all are black for UndefinedHighlightStyle. */
typedef struct _DifferenceImageOptions {
  ChannelType channel; /* AllChannels, or the only one that counts */
  HighlightStyle highlight_style;
  PixelPacket highlight_color;
} DifferenceImageOptions;

/* Set the default values: AllChannels, TintHighlightStyle, #F1001E. */
extern MagickExport void InitializeDifferenceImageOptions(DifferenceImageOptions* options,
                                                          ExceptionInfo* exception);

/*
  DifferenceImage: a new image, DirectClass and without alpha, of the size of `reference_image`: the
  pixels of `compare_image`, with those that differ from the reference's highlighted. Outside the
  compared image, its virtual pixels are compared.
  Returns: NULL with *exception set: OptionError (no such channel or style), ImageError (only one of
           the images is CMYK), out of memory, no pixels, or cancelled.
  Threads: safe; the images are only read.
  Source:  GraphicsMagick DifferenceImage; equal.
*/
extern MagickExport Image* DifferenceImage(const Image* reference_image, const Image* compare_image,
                                           const DifferenceImageOptions* difference_options,
                                           ExceptionInfo* exception);

/* Set all values to 0. */
extern MagickExport void InitializeDifferenceStatistics(DifferenceStatistics* statistics,
                                                        ExceptionInfo* exception);

/* Measure every channel of the reference image's pixels; beyond a smaller compare image there are
   its virtual pixels. MagickFail: the colour spaces differ (ImageError), or there is no such metric
   (OptionError). */
extern MagickExport MagickPassFail GetImageChannelDifference(const Image* reference_image,
                                                             const Image* compare_image,
                                                             const MetricType metric,
                                                             DifferenceStatistics* statistics,
                                                             ExceptionInfo* exception);

/* Measure one channel; OptionError also if there is no such channel. */
extern MagickExport MagickPassFail GetImageChannelDistortion(
    const Image* reference_image, const Image* compare_image, const ChannelType channel,
    const MetricType metric, double* distortion, ExceptionInfo* exception);

/* Measure all channels together. */
extern MagickExport MagickPassFail GetImageDistortion(const Image* reference_image,
                                                      const Image* compare_image,
                                                      const MetricType metric, double* distortion,
                                                      ExceptionInfo* exception);

/* True if no pixel differs; the differences are stored in image->error. */
extern MagickExport MagickBool IsImagesEqual(Image* image, const Image* reference);

#if defined(__cplusplus)
}
#endif

#endif
