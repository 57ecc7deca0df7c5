/* How far two images are apart. */
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

/* By channel and together; 1 is the full range, and decibels for the signal-to-noise ratio. */
typedef struct _DifferenceStatistics {
  double red, green, blue, opacity, combined;
} DifferenceStatistics;

/* Set all values to 0. */
extern MagickExport void InitializeDifferenceStatistics(DifferenceStatistics* statistics,
                                                        ExceptionInfo* exception);

/* Measure every channel. MagickFail: the sizes or colour spaces differ (ImageError). */
extern MagickExport MagickPassFail GetImageChannelDifference(const Image* reference_image,
                                                             const Image* compare_image,
                                                             const MetricType metric,
                                                             DifferenceStatistics* statistics,
                                                             ExceptionInfo* exception);

/* Measure one channel. */
extern MagickExport MagickPassFail GetImageChannelDistortion(
    const Image* reference_image, const Image* compare_image, const ChannelType channel,
    const MetricType metric, double* distortion, ExceptionInfo* exception);

/* Measure all channels together. */
extern MagickExport MagickPassFail GetImageDistortion(const Image* reference_image,
                                                      const Image* compare_image,
                                                      const MetricType metric, double* distortion,
                                                      ExceptionInfo* exception);

/* True if no pixel differs; the distances are put into image->error. */
extern MagickExport MagickBool IsImagesEqual(Image* image, const Image* reference);

#if defined(__cplusplus)
}
#endif

#endif
