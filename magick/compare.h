/* Measuring the difference of two images. */
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

/* Set all values to 0. */
extern MagickExport void InitializeDifferenceStatistics(DifferenceStatistics* statistics,
                                                        ExceptionInfo* exception);

/* Measure every channel. MagickFail: the sizes or colour spaces differ (ImageError), or
   there is no such metric (OptionError). */
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
