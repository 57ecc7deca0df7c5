// Mean, deviation and extremes of the samples of an image.
#include "magick/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mutex>

#include "magick/core/errors/barrier.hpp"
#include "magick/monitor.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/core/pixels/row_iteration.hpp"

namespace lodestone {
namespace {

#ifdef __SIZEOF_INT128__
__extension__ using Wide = unsigned __int128;
#else
using Wide = long double;  // rounds the largest
#endif

// Whole numbers, so that the order of the pixels does not matter.
struct SampleSums {
  std::uint64_t count = 0, sum = 0, squares = 0;
  std::uint32_t min = MaxRGB, max = 0;

  void Add(std::uint32_t sample) {
    ++count;
    sum += sample;
    squares += std::uint64_t{sample} * sample;
    min = std::min(min, sample);
    max = std::max(max, sample);
  }
  void Add(const SampleSums& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
  }
};

struct ImageSums {
  SampleSums red, green, blue, opacity;

  void Add(const PixelPacket& pixel) {
    red.Add(pixel.red);
    green.Add(pixel.green);
    blue.Add(pixel.blue);
    opacity.Add(pixel.opacity);
  }
  void Add(const ImageSums& other) {
    red.Add(other.red);
    green.Add(other.green);
    blue.Add(other.blue);
    opacity.Add(other.opacity);
  }
};

// Adds up the rows of one task, and then adds that to the sums of all.
class BandSums {
 public:
  BandSums(const Image* image, const GreySamples& grey, ImageSums& all, std::mutex& mutex)
      : image_(image), grey_(grey), all_(all), mutex_(mutex) {}
  ~BandSums() {
    const std::lock_guard lock(mutex_);
    all_.Add(own_);
  }
  BandSums(const BandSums&) = delete;
  BandSums& operator=(const BandSums&) = delete;

  bool operator()(std::size_t row, ExceptionInfo* exception) {
    if (grey_) {
      const Quantum* samples = grey_.Row(row);
      for (unsigned long x = 0; x < image_->columns; ++x) own_.red.Add(samples[x]);
      return true;
    }
    const PixelPacket* pixels =
        view_.Acquire(image_, {image_->columns, 1, 0, static_cast<long>(row)}, exception);
    if (pixels == nullptr) return false;
    for (unsigned long x = 0; x < image_->columns; ++x) own_.Add(pixels[x]);
    return true;
  }

 private:
  const Image* const image_;
  const GreySamples& grey_;
  ImageSums& all_;
  std::mutex& mutex_;
  ImageSums own_;
  PixelView view_;
};

ImageChannelStatistics StatisticsOf(const SampleSums& sums) {
  ImageChannelStatistics result{};
  result.minimum = sums.min / MaxRGBDouble;
  result.maximum = sums.max / MaxRGBDouble;
  if (sums.count == 0) return result;
  const auto count = static_cast<double>(sums.count);
  result.mean = static_cast<double>(sums.sum) / count / MaxRGBDouble;
  // The squares of the differences from the whole part of the mean, modulo 2^64, which they never
  // reach.
  const std::uint64_t whole = sums.sum / sums.count, rest = sums.sum % sums.count;
  const std::uint64_t squares = sums.squares - 2 * whole * sums.sum + whole * whole * sums.count;
  // Those of the differences from the mean, times the count: exact.
  const Wide spread = static_cast<Wide>(sums.count) * squares - static_cast<Wide>(rest) * rest;
  // Of one pixel, not a number: 0 / 0.
  result.variance =
      static_cast<double>(spread) / count / (count - 1) / (MaxRGBDouble * MaxRGBDouble);
  result.standard_deviation = std::sqrt(result.variance);
  return result;
}

MagickPassFail Compute(const Image* image, ImageStatistics* statistics, ExceptionInfo* exception) {
  ImageSums sums;
  std::mutex mutex;
  const GreySamples grey = GreySamples::Of(image, exception);
  const auto make_band = [&] { return BandSums(image, grey, sums, mutex); };
  const auto report = [&](unsigned long row, ExceptionInfo* own) {
    return MagickMonitorFormatted(static_cast<magick_int64_t>(row), image->rows, own,
                                  "[%s] Compute image statistics...",
                                  image->filename) != MagickFail;
  };
  const bool done = ForEachRow({image->columns, image->rows, 0}, exception, make_band, report);
  if (grey) sums.green = sums.blue = sums.red;
  statistics->red = StatisticsOf(sums.red);
  statistics->green = StatisticsOf(sums.green);
  statistics->blue = StatisticsOf(sums.blue);
  if (image->matte || image->colorspace == CMYKColorspace)
    statistics->opacity = StatisticsOf(sums.opacity);
  return done ? MagickPass : MagickFail;
}

}  // namespace
}  // namespace lodestone

MagickPassFail GetImageStatistics(const Image* image, ImageStatistics* statistics,
                                  ExceptionInfo* exception) {
  if (!image || !statistics) return MagickFail;
  *statistics = {};
  return lodestone::Guard(exception, MagickFail,
                          [&] { return lodestone::Compute(image, statistics, exception); });
}
