#include "magick/tone/histogram.hpp"

#include <algorithm>
#include <mutex>
#include <new>

#include "base/thread_pool.hpp"
#include "magick/core/row_monitor.hpp"
#include "magick/pixel_cache.h"
#include "magick/pixels/grey_samples.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kLevels = std::size_t{MaxRGB} + 1;
constexpr std::size_t kColors = 3, kAll = 4;

// Of one band, half as large as a histogram so that it fits in the L2 cache.
using BandHistogram = std::vector<std::array<std::uint32_t, kAll>>;

// The first kCount samples of a pixel.
template <std::size_t kCount>
void CountPixel(const PixelPacket& pixel, std::array<std::uint32_t, kAll>* counts) {
  ++counts[pixel.red][0];
  ++counts[pixel.green][1];
  ++counts[pixel.blue][2];
  if constexpr (kCount == kAll) ++counts[pixel.opacity][3];
}
template <std::size_t kCount>
void CountPixel(Quantum grey, std::array<std::uint32_t, kAll>* counts) {
  ++counts[grey][0];
}

// Few enough rows for 32-bit counts.
std::size_t MaxRows(std::size_t columns) {
  return std::max<std::size_t>(UINT32_MAX / columns, 1);
}

// Each band has its own counts of the first kCount samples. Empty if cancelled.
template <std::size_t kCount, class Pixel>
Histogram Count(Image* image, const Pixel* pixels) {
  Histogram all(kLevels);
  std::mutex mutex;
  bool out_of_memory = false;
  RowMonitor monitor(image, "[%s] Building histogram...", &image->exception);
  const std::size_t columns = image->columns, rows = image->rows;
  constexpr std::size_t kBandPixels = 1 << 20;
  const std::size_t grain =
      std::min(std::max<std::size_t>(rows / (4 * accel::ThreadLimit()), kBandPixels / columns + 1),
               MaxRows(columns));
  accel::ParallelBands(rows, grain, [&](std::size_t begin, std::size_t end) {
    try {
      BandHistogram part(kLevels);
      for (std::size_t y = begin; y < end && monitor.keep_going(); ++y) {
        std::for_each(
            pixels + y * columns, pixels + (y + 1) * columns,
            [counts = part.data()](const Pixel& pixel) { CountPixel<kCount>(pixel, counts); });
        if (!monitor.Done()) return;
      }
      const std::lock_guard lock(mutex);
      for (std::size_t level = 0; level < kLevels; ++level)
        for (std::size_t s = 0; s < kCount; ++s) all[level][s] += part[level][s];
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(mutex);
      out_of_memory = true;
    }
  });
  if (out_of_memory) throw std::bad_alloc();
  return monitor.keep_going() ? all : Histogram();
}

}  // namespace

Histogram CountSamples(Image* image) {
  if (const GreySamples grey = GreySamples::Of(image, &image->exception))
    return Count<1>(image, grey.Row(0));
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels) return {};
  return image->matte ? Count<kAll>(image, pixels) : Count<kColors>(image, pixels);
}

MagickPassFail ChangeByHistogram(Image* image, const char* name, const char* text,
                                 const MakeTable& make) {
  const bool grey = static_cast<bool>(GreySamples::Of(image, &image->exception));
  const Histogram histogram = CountSamples(image);
  if (histogram.empty()) return MagickFail;
  std::array<std::optional<PointTable>, kAll> tables;
  const std::size_t samples = grey ? 1 : image->matte ? kAll : kColors;
  for (std::size_t s = 0; s < samples; ++s) tables[s] = make(histogram, s);
  const auto used = [&](std::size_t s) { return tables[s] ? &*tables[s] : nullptr; };
  const PointRule rule =
      grey ? PointRule::ForColors(used(0)) : PointRule{used(0), used(1), used(2), used(3)};
  return rule.IsIdentity() ? MagickPass : ChangeSamples(image, name, rule, text);
}

}  // namespace lodestone
