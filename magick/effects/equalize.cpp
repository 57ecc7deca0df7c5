#include "magick/enhance.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <vector>

#include "base/thread_pool.hpp"
#include "magick/core/barrier.hpp"
#include "magick/pixels/grey_samples.hpp"
#include "magick/monitor.h"
#include "magick/pixel_cache.h"
#include "magick/core/progress.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kLevels = std::size_t{MaxRGB} + 1;

// Samples are in the order red, green, blue, opacity.
constexpr std::size_t kColors = 3, kAll = 4;

// The number of occurrences of each value of each sample.
using Histogram = std::vector<std::array<std::uint64_t, kAll>>;
// The same for one band, half as large so that it fits in the L2 cache.
using BandHistogram = std::vector<std::array<std::uint32_t, kAll>>;

// The new value for each value of a sample; empty: unchanged.
using Maps = std::array<std::vector<Quantum>, kAll>;

// Reports completed rows to the monitor, from any thread.
class RowMonitor {
 public:
  RowMonitor(Image* image, const char* text) : image_(image), text_(text) {}

  // False if the operation is to stop.
  bool Done() {
    const auto step = static_cast<magick_int64_t>(done_.fetch_add(1));
    if (QuantumTick(step, image_->rows) &&
        MagickMonitorFormatted(step, image_->rows, &image_->exception, text_, image_->filename) ==
            MagickFail)
      keep_going_.store(false);
    return keep_going();
  }
  bool keep_going() const { return keep_going_.load(std::memory_order_relaxed); }

 private:
  Image* const image_;
  const char* const text_;
  std::atomic<unsigned long> done_{0};
  std::atomic<bool> keep_going_{true};
};

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
  RowMonitor monitor(image, "[%s] Building histogram...");
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

// The share of pixels that are no brighter, among those brighter than black.
std::vector<Quantum> EqualizingMap(const Histogram& histogram, std::size_t sample) {
  std::uint64_t below = 0, all = 0;
  for (const auto& counts : histogram) all += counts[sample];
  const std::uint64_t black = histogram[0][sample];
  if (all == black) return {};
  std::vector<Quantum> map(kLevels);
  for (std::size_t level = 0; level < kLevels; ++level) {
    below += histogram[level][sample];
    map[level] = static_cast<Quantum>(MaxRGBDouble * static_cast<double>(below - black) /
                                      static_cast<double>(all - black));
  }
  return map;
}

Maps MapsOf(const Histogram& histogram, std::size_t samples) {
  Maps maps;
  for (std::size_t s = 0; s < samples; ++s) maps[s] = EqualizingMap(histogram, s);
  return maps;
}

std::vector<Quantum> Identity() {
  std::vector<Quantum> map(kLevels);
  std::iota(map.begin(), map.end(), Quantum{0});
  return map;
}

// Pointers to the tables, for loops over pixels.
using Tables = std::array<const Quantum*, kAll>;

Tables TablesOf(const Maps& maps, const std::vector<Quantum>& identity) {
  Tables tables;
  for (std::size_t s = 0; s < kAll; ++s)
    tables[s] = maps[s].empty() ? identity.data() : maps[s].data();
  return tables;
}

PixelPacket Mapped(const Tables& tables, const PixelPacket& pixel) {
  PixelPacket mapped;
  mapped.red = tables[0][pixel.red];
  mapped.green = tables[1][pixel.green];
  mapped.blue = tables[2][pixel.blue];
  mapped.opacity = tables[3][pixel.opacity];
  return mapped;
}
Quantum Mapped(const Tables& tables, Quantum grey) {
  return tables[0][grey];
}

// False if cancelled.
template <class Pixel>
bool Apply(Image* image, const Tables& tables, const Pixel* from, Pixel* to) {
  RowMonitor monitor(image, "[%s] Applying histogram equalization...");
  const std::size_t columns = image->columns;
  accel::ParallelBands(
      image->rows, accel::RowsPerTask(columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end && monitor.keep_going(); ++y) {
          std::transform(from + y * columns, from + (y + 1) * columns, to + y * columns,
                         [tables](const Pixel& pixel) { return Mapped(tables, pixel); });
          monitor.Done();
        }
      });
  return monitor.keep_going();
}

MagickPassFail ApplyToColormap(Image* image, const Tables& tables) {
  std::transform(image->colormap, image->colormap + image->colors, image->colormap,
                 [&](const PixelPacket& color) { return Mapped(tables, color); });
  return SyncImage(image);
}

MagickPassFail ApplyToPackets(Image* image, const Tables& tables) {
  PixelPacket* pixels =
      GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels || !Apply(image, tables, pixels, pixels)) return MagickFail;
  return SyncImagePixelsEx(image, &image->exception);
}

MagickPassFail ApplyToGrey(Image* image, const Tables& tables, const GreySamples& grey) {
  Quantum* samples = NewGreySamples(image, 0, &image->exception);
  return samples && Apply(image, tables, grey.Row(0), samples) ? MagickPass : MagickFail;
}

// The maps to apply; does not change the image. Nothing, with the exception set, on failure.
std::optional<Maps> FindMaps(Image* image, const GreySamples& grey) {
  if (grey) {
    const Histogram histogram = Count<1>(image, grey.Row(0));
    if (histogram.empty()) return std::nullopt;
    Maps maps = MapsOf(histogram, 1);
    maps[1] = maps[2] = maps[0];
    return maps;
  }
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels) return std::nullopt;
  const Histogram histogram =
      image->matte ? Count<kAll>(image, pixels) : Count<kColors>(image, pixels);
  if (histogram.empty()) return std::nullopt;
  return MapsOf(histogram, image->matte ? kAll : kColors);
}

MagickPassFail Equalize(Image* image) {
  const GreySamples grey = GreySamples::Of(image, &image->exception);
  const std::optional<Maps> maps = FindMaps(image, grey);
  if (!maps) return MagickFail;
  if (std::all_of(maps->begin(), maps->end(), [](const auto& map) { return map.empty(); }))
    return MagickPass;
  const MagickBool is_grey = image->is_grayscale;
  const std::vector<Quantum> identity = Identity();
  const Tables tables = TablesOf(*maps, identity);
  const MagickPassFail status = image->storage_class == PseudoClass ? ApplyToColormap(image, tables)
                                : grey ? ApplyToGrey(image, tables, grey)
                                       : ApplyToPackets(image, tables);
  image->is_grayscale = is_grey;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail EqualizeImage(Image* image) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Equalize(image); });
}
