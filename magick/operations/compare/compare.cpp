// How much two images differ.
#include "magick/compare.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/thread_pool.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/pixel_cache.h"

namespace {

using lodestone::CheckKnown;

constexpr size_t kChannels = 4;  // red, green, blue, opacity
constexpr size_t kPixelsPerRun = 4096;

// Differences, as fractions of the full range, summed over some pixels.
struct Sums {
  double absolute[kChannels] = {};
  double squared[kChannels] = {};
  double peak[kChannels] = {};
  double distance = 0.0;  // Euclidean, in quantum steps
  double peak_distance = 0.0;

  void Add(const Sums& other) {
    for (size_t i = 0; i < kChannels; i++) {
      absolute[i] += other.absolute[i];
      squared[i] += other.squared[i];
      peak[i] = std::max(peak[i], other.peak[i]);
    }
    distance += other.distance;
    peak_distance = std::max(peak_distance, other.peak_distance);
  }
};

bool IsCmyk(const Image* image) {
  return image->colorspace == CMYKColorspace;
}

// Two images of one size, and which of them have meaningful opacities.
struct Pair {
  const PixelPacket* a;
  const PixelPacket* b;
  size_t count;
  bool a_opacity;  // else the image counts as opaque in the distance
  bool b_opacity;
};

double Difference(Quantum a, Quantum b) {
  return static_cast<double>(a) - static_cast<double>(b);
}

Sums SumRun(const Pair& pair, size_t begin, size_t end) {
  Sums sums;
  for (size_t i = begin; i < end; i++) {
    const PixelPacket& a = pair.a[i];
    const PixelPacket& b = pair.b[i];
    const double differences[kChannels] = {Difference(a.red, b.red), Difference(a.green, b.green),
                                           Difference(a.blue, b.blue),
                                           Difference(a.opacity, b.opacity)};
    for (size_t channel = 0; channel < kChannels; channel++) {
      const double share = std::abs(differences[channel]) / MaxRGBDouble;
      sums.absolute[channel] += share;
      sums.squared[channel] += share * share;
      sums.peak[channel] = std::max(sums.peak[channel], share);
    }
    const double opacity =
        Difference(pair.a_opacity ? a.opacity : 0, pair.b_opacity ? b.opacity : 0);
    const double distance =
        std::sqrt(differences[0] * differences[0] + differences[1] * differences[1] +
                  differences[2] * differences[2] + opacity * opacity);
    sums.distance += distance;
    sums.peak_distance = std::max(sums.peak_distance, distance);
  }
  return sums;
}

// Runs of fixed length are added in order, so that the figures do not depend on the number of
// threads.
Sums SumAll(const Pair& pair) {
  std::vector<Sums> runs((pair.count + kPixelsPerRun - 1) / kPixelsPerRun);
  const size_t grain = lodestone::accel::RowsPerTask(kPixelsPerRun);
  lodestone::accel::ParallelBands(runs.size(), grain, [&](size_t begin, size_t end) {
    for (size_t run = begin; run < end; run++) {
      const size_t first = run * kPixelsPerRun;
      runs[run] = SumRun(pair, first, std::min(first + kPixelsPerRun, pair.count));
    }
  });
  Sums total;
  for (const Sums& run : runs) total.Add(run);
  return total;
}

bool Comparable(const Image* a, const Image* b, ExceptionInfo* exception) {
  if (IsCmyk(a) != IsCmyk(b)) {
    ThrowException(exception, ImageError, "Unable to compare images", "image colorspace differs");
    return false;
  }
  return true;
}

bool Open(const Image* a, const Image* b, Pair* pair, ExceptionInfo* exception) {
  pair->a = AcquireImagePixels(a, 0, 0, a->columns, a->rows, exception);
  // Beyond a smaller image's edges, its virtual pixels.
  pair->b = AcquireImagePixels(b, 0, 0, a->columns, a->rows, exception);
  pair->count = static_cast<size_t>(a->columns) * a->rows;
  pair->a_opacity = a->matte != MagickFalse || IsCmyk(a);
  pair->b_opacity = b->matte != MagickFalse || IsCmyk(b);
  return pair->a != nullptr && pair->b != nullptr;
}

double SignalToNoise(double mean_squared) {
  return 10.0 * std::log10(1.0 / mean_squared);
}

// Per channel, and the mean over `combined_channels` of them.
DifferenceStatistics Mean(const double (&sums)[kChannels], double count, size_t combined_channels) {
  double mean = 0.0;
  for (size_t i = 0; i < combined_channels; i++) mean += sums[i] / count;
  return {sums[0] / count, sums[1] / count, sums[2] / count, sums[3] / count,
          mean / static_cast<double>(combined_channels)};
}

template <typename Function>
DifferenceStatistics Each(const DifferenceStatistics& values, Function function) {
  return {function(values.red), function(values.green), function(values.blue),
          function(values.opacity), function(values.combined)};
}

DifferenceStatistics Statistics(const Sums& sums, MetricType metric, double count,
                                size_t combined_channels) {
  const auto& peak = sums.peak;
  switch (metric) {
    case MeanAbsoluteErrorMetric:
      return Mean(sums.absolute, count, combined_channels);
    case MeanSquaredErrorMetric:
      return Mean(sums.squared, count, combined_channels);
    case PeakAbsoluteErrorMetric:
      return {peak[0], peak[1], peak[2], peak[3],
              *std::max_element(peak, peak + combined_channels)};
    case PeakSignalToNoiseRatioMetric:
      return Each(Mean(sums.squared, count, combined_channels), SignalToNoise);
    case RootMeanSquaredErrorMetric:
      return Each(Mean(sums.squared, count, combined_channels),
                  [](double value) { return std::sqrt(value); });
    default:
      return {};
  }
}

double ChannelOf(const DifferenceStatistics& statistics, ChannelType channel) {
  switch (channel) {
    case RedChannel:
    case CyanChannel:
      return statistics.red;
    case GreenChannel:
    case MagentaChannel:
      return statistics.green;
    case BlueChannel:
    case YellowChannel:
      return statistics.blue;
    case OpacityChannel:
    case BlackChannel:
    case MatteChannel:
      return statistics.opacity;
    default:
      return statistics.combined;
  }
}

}  // namespace

void InitializeDifferenceStatistics(DifferenceStatistics* statistics, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({statistics}, exception)) return;
  (void)exception;
  *statistics = DifferenceStatistics{};
}

MagickPassFail GetImageChannelDifference(const Image* reference_image, const Image* compare_image,
                                         const MetricType metric, DifferenceStatistics* statistics,
                                         ExceptionInfo* exception) {
  return lodestone::Guard(exception, {reference_image, compare_image, statistics}, MagickFail, [=] {
    *statistics = DifferenceStatistics{};
    Pair pair;
    if (!CheckKnown(metric, exception) || !Comparable(reference_image, compare_image, exception) ||
        !Open(reference_image, compare_image, &pair, exception)) {
      return MagickFail;
    }
    const size_t combined_channels = pair.a_opacity ? 4 : 3;
    *statistics =
        Statistics(SumAll(pair), metric, static_cast<double>(pair.count), combined_channels);
    return MagickPass;
  });
}

MagickPassFail GetImageChannelDistortion(const Image* reference_image, const Image* compare_image,
                                         const ChannelType channel, const MetricType metric,
                                         double* distortion, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({distortion}, exception)) return MagickFail;
  *distortion = 0.0;
  if (!CheckKnown(channel, exception)) return MagickFail;
  DifferenceStatistics statistics;
  const MagickPassFail measured =
      GetImageChannelDifference(reference_image, compare_image, metric, &statistics, exception);
  *distortion = ChannelOf(statistics, channel);
  return measured;
}

MagickPassFail GetImageDistortion(const Image* reference_image, const Image* compare_image,
                                  const MetricType metric, double* distortion,
                                  ExceptionInfo* exception) {
  return GetImageChannelDistortion(reference_image, compare_image, AllChannels, metric, distortion,
                                   exception);
}

MagickBool IsImagesEqual(Image* image, const Image* reference) {
  ExceptionInfo* exception = lodestone::ExceptionOf(image);
  return lodestone::Guard(exception, {image, reference}, MagickFalse, [=] {
    image->error = ErrorInfo{};
    Pair pair;
    if (image->columns != reference->columns || image->rows != reference->rows) {
      ThrowException(exception, ImageError, "Unable to compare images", "image size differs");
      return MagickFalse;
    }
    if (!Comparable(image, reference, exception) || !Open(image, reference, &pair, exception)) {
      return MagickFalse;
    }
    const Sums sums = SumAll(pair);
    const double dimensions = pair.a_opacity || pair.b_opacity ? 4.0 : 3.0;
    const double full_range = std::sqrt(dimensions) * MaxRGBDouble;
    image->error.mean_error_per_pixel = sums.distance / static_cast<double>(pair.count);
    image->error.normalized_mean_error = image->error.mean_error_per_pixel / full_range;
    image->error.normalized_maximum_error = sums.peak_distance / full_range;
    return sums.peak_distance == 0.0 ? MagickTrue : MagickFalse;
  });
}
