#include "magick/enhance.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <vector>

#include "accel/cpu/thread_pool.hpp"
#include "magick/barrier.hpp"
#include "magick/grey_samples.hpp"
#include "magick/monitor.h"
#include "magick/pixel_cache.h"
#include "magick/progress.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kLevels = std::size_t{MaxRGB} + 1;

constexpr Quantum PixelPacket::*kSamples[] = {&PixelPacket::red, &PixelPacket::green,
                                              &PixelPacket::blue, &PixelPacket::opacity};
constexpr std::size_t kColors = 3, kAll = 4;

const Quantum& SampleOf(const PixelPacket& pixel, std::size_t s) {
  return pixel.*kSamples[s];
}
const Quantum& SampleOf(const Quantum& grey, std::size_t) {
  return grey;
}

// How often each value occurs in each sample.
using Histogram = std::vector<std::array<std::uint64_t, kAll>>;

// The new value for each value of a sample, in the order of kSamples; empty: it stays.
using Maps = std::array<std::vector<Quantum>, kAll>;

std::size_t SampleCount(const Image* image) {
  return image->matte ? kAll : kColors;
}

// Tells the monitor of rows that are done, by whatever thread.
class RowMonitor {
 public:
  RowMonitor(Image* image, const char* text) : image_(image), text_(text) {}

  // False if the operation shall stop.
  bool Done() {
    const auto step = static_cast<magick_int64_t>(done_.fetch_add(1));
    if (QuantumTick(step, image_->rows) &&
        MagickMonitorFormatted(step, image_->rows, &image_->exception, text_, image_->filename) ==
            MagickFail)
      go_on_.store(false);
    return go_on();
  }
  bool go_on() const { return go_on_.load(std::memory_order_relaxed); }

 private:
  Image* const image_;
  const char* const text_;
  std::atomic<unsigned long> done_{0};
  std::atomic<bool> go_on_{true};
};

// Each band counts for itself. Empty if it was cancelled.
template <class Pixel>
Histogram Count(Image* image, const Pixel* pixels, std::size_t samples) {
  Histogram all(kLevels);
  std::mutex mutex;
  bool out_of_memory = false;
  RowMonitor monitor(image, "[%s] Building histogram...");
  const std::size_t columns = image->columns, rows = image->rows;
  constexpr std::size_t kBandPixels = 1 << 20;
  const std::size_t grain =
      std::max<std::size_t>(rows / (4 * accel::ThreadLimit()), kBandPixels / columns + 1);
  accel::ParallelBands(rows, grain, [&](std::size_t begin, std::size_t end) {
    try {
      Histogram part(kLevels);
      for (std::size_t y = begin; y < end && monitor.go_on(); ++y) {
        for (std::size_t i = y * columns; i < (y + 1) * columns; ++i)
          for (std::size_t s = 0; s < samples; ++s) ++part[SampleOf(pixels[i], s)][s];
        if (!monitor.Done()) return;
      }
      const std::lock_guard lock(mutex);
      for (std::size_t level = 0; level < kLevels; ++level)
        for (std::size_t s = 0; s < samples; ++s) all[level][s] += part[level][s];
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(mutex);
      out_of_memory = true;
    }
  });
  if (out_of_memory) throw std::bad_alloc();
  return monitor.go_on() ? all : Histogram();
}

// The share of pixels that are no brighter, of those that are brighter than black.
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

PixelPacket Mapped(const Maps& maps, PixelPacket pixel) {
  for (std::size_t s = 0; s < kAll; ++s)
    if (!maps[s].empty()) pixel.*kSamples[s] = maps[s][pixel.*kSamples[s]];
  return pixel;
}
Quantum Mapped(const Maps& maps, Quantum grey) {
  return maps[0][grey];
}

// False if it was cancelled.
template <class Pixel>
bool Apply(Image* image, const Maps& maps, const Pixel* from, Pixel* to) {
  RowMonitor monitor(image, "[%s] Applying histogram equalization...");
  const std::size_t columns = image->columns;
  accel::ParallelBands(
      image->rows, accel::RowsOfATask(columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end && monitor.go_on(); ++y) {
          std::transform(from + y * columns, from + (y + 1) * columns, to + y * columns,
                         [&](const Pixel& pixel) { return Mapped(maps, pixel); });
          monitor.Done();
        }
      });
  return monitor.go_on();
}

MagickPassFail ApplyToColormap(Image* image, const Maps& maps) {
  std::transform(image->colormap, image->colormap + image->colors, image->colormap,
                 [&](const PixelPacket& color) { return Mapped(maps, color); });
  return SyncImage(image);
}

MagickPassFail ApplyToPackets(Image* image, const Maps& maps) {
  PixelPacket* pixels =
      GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels || !Apply(image, maps, pixels, pixels)) return MagickFail;
  return SyncImagePixelsEx(image, &image->exception);
}

MagickPassFail ApplyToGrey(Image* image, const Maps& maps, const GreySamples& grey) {
  Quantum* samples = NewGreySamples(image, 0, &image->exception);
  return samples && Apply(image, maps, grey.Row(0), samples) ? MagickPass : MagickFail;
}

// What there is to change, without a change to the image; nothing with the exception set.
std::optional<Maps> FindMaps(Image* image, const GreySamples& grey) {
  if (grey) {
    const Histogram histogram = Count(image, grey.Row(0), 1);
    if (histogram.empty()) return std::nullopt;
    Maps maps = MapsOf(histogram, 1);
    maps[1] = maps[2] = maps[0];
    return maps;
  }
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels) return std::nullopt;
  const Histogram histogram = Count(image, pixels, SampleCount(image));
  if (histogram.empty()) return std::nullopt;
  return MapsOf(histogram, SampleCount(image));
}

MagickPassFail Equalize(Image* image) {
  const GreySamples grey = GreySamples::Of(image, &image->exception);
  const std::optional<Maps> maps = FindMaps(image, grey);
  if (!maps) return MagickFail;
  if (std::all_of(maps->begin(), maps->end(), [](const auto& map) { return map.empty(); }))
    return MagickPass;
  const MagickBool is_grey = image->is_grayscale;
  const MagickPassFail status = image->storage_class == PseudoClass ? ApplyToColormap(image, *maps)
                                : grey ? ApplyToGrey(image, *maps, grey)
                                       : ApplyToPackets(image, *maps);
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
