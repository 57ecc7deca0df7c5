#include "magick/enhance.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "accel/cpu/thread_pool.hpp"
#include "magick/barrier.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

constexpr std::size_t kLevels = std::size_t{MaxRGB} + 1;

constexpr Quantum PixelPacket::*kSamples[] = {&PixelPacket::red, &PixelPacket::green,
                                              &PixelPacket::blue, &PixelPacket::opacity};
constexpr std::size_t kColors = 3, kAll = 4;

// How often each value occurs in each sample.
using Histogram = std::vector<std::array<std::uint64_t, kAll>>;

// The new value for each value of a sample, in the order of kSamples; empty: it stays.
using Maps = std::array<std::vector<Quantum>, kAll>;

std::size_t SampleCount(const Image* image) {
  return image->matte ? kAll : kColors;
}

// Each band counts for itself.
Histogram Count(const PixelPacket* pixels, std::size_t count, std::size_t samples) {
  Histogram all(kLevels);
  std::mutex mutex;
  bool out_of_memory = false;
  const std::size_t grain = std::max<std::size_t>(count / (4 * accel::ThreadLimit()), 1 << 20);
  accel::ParallelBands(count, grain, [&](std::size_t begin, std::size_t end) {
    try {
      Histogram part(kLevels);
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t s = 0; s < samples; ++s) ++part[pixels[i].*kSamples[s]][s];
      const std::lock_guard lock(mutex);
      for (std::size_t level = 0; level < kLevels; ++level)
        for (std::size_t s = 0; s < samples; ++s) all[level][s] += part[level][s];
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(mutex);
      out_of_memory = true;
    }
  });
  if (out_of_memory) throw std::bad_alloc();
  return all;
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

void Apply(const Maps& maps, PixelPacket* pixels, std::size_t count) {
  accel::ParallelBands(count, 1 << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = 0; s < kAll; ++s) {
      if (maps[s].empty()) continue;
      for (std::size_t i = begin; i < end; ++i)
        pixels[i].*kSamples[s] = maps[s][pixels[i].*kSamples[s]];
    }
  });
}

MagickPassFail Equalize(Image* image) {
  const MagickBool grey = image->is_grayscale;
  PixelPacket* pixels =
      GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels) return MagickFail;
  const std::size_t count = std::size_t{image->columns} * image->rows;
  const Histogram histogram = Count(pixels, count, SampleCount(image));
  Maps maps;
  for (std::size_t s = 0; s < SampleCount(image); ++s) maps[s] = EqualizingMap(histogram, s);
  MagickPassFail status = MagickPass;
  if (image->storage_class == PseudoClass) {
    Apply(maps, image->colormap, image->colors);
    status = SyncImage(image);
  } else {
    Apply(maps, pixels, count);
    status = SyncImagePixelsEx(image, &image->exception);
  }
  image->is_grayscale = grey;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail EqualizeImage(Image* image) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Equalize(image); });
}
