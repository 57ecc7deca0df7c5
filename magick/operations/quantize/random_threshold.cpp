// Thresholds that vary from pixel to pixel: a pattern, or chance.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <span>

#include "base/thread_pool.hpp"
#include "magick/colormap.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/effect.h"
#include "magick/enum_strings.h"
#include "magick/pixel_cache.h"
#include "magick/utility.h"

using lodestone::Guard;
using lodestone::Throw;

namespace {

// Ordered patterns: the ranks of the pixels of a square, from 1.
constexpr std::uint8_t kOrder2[] = {1, 3, 4, 2};
constexpr std::uint8_t kOrder3[] = {1, 6, 3, 7, 5, 8, 4, 9, 2};
constexpr std::uint8_t kOrder4[] = {1, 9, 3, 11, 13, 5, 15, 7, 4, 12, 2, 10, 16, 8, 14, 6};
constexpr std::uint8_t kOrder5[] = {1,  5,  16, 15, 4,  6,  17, 20, 19, 14, 7,  21, 25,
                                    24, 13, 8,  18, 22, 23, 12, 2,  9,  10, 11, 3};
constexpr std::uint8_t kOrder6[] = {1,  5,  14, 13, 12, 4,  6,  22, 28, 27, 21, 11,
                                    15, 29, 35, 34, 26, 20, 16, 30, 36, 33, 25, 19,
                                    7,  23, 31, 32, 24, 10, 2,  8,  17, 18, 9,  3};
constexpr std::uint8_t kOrder7[] = {2,  7,  17, 26, 15, 6,  1,  8,  16, 33, 39, 32, 13,
                                    5,  18, 34, 44, 48, 43, 31, 14, 27, 40, 45, 49, 47,
                                    38, 25, 20, 35, 41, 46, 42, 30, 24, 9,  19, 36, 37,
                                    29, 22, 12, 3,  10, 21, 28, 23, 11, 4};

struct NamedPattern {
  const char* name;
  std::span<const std::uint8_t> ranks;
};
const NamedPattern kPatterns[] = {{"2x2", kOrder2}, {"3x3", kOrder3}, {"4x4", kOrder4},
                                  {"5x5", kOrder5}, {"6x6", kOrder6}, {"7x7", kOrder7}};

class Thresholds {
 public:
  virtual ~Thresholds() = default;
  // Whether the sample of a pixel is above the threshold there.
  virtual bool Exceeded(std::size_t x, std::size_t y, Quantum sample) const = 0;
};

// Its first column is at the right edge of the image, one pixel outside.
class OrderedThresholds final : public Thresholds {
 public:
  OrderedThresholds(std::span<const std::uint8_t> ranks, std::size_t columns) : columns_(columns) {
    while (order_ * order_ < ranks.size()) ++order_;
    const double step = MaxRGBDouble / static_cast<double>(ranks.size() + 1);
    std::transform(ranks.begin(), ranks.end(), levels_.begin(),
                   [=](std::uint8_t rank) { return static_cast<Quantum>(rank * step + 0.5); });
  }
  bool Exceeded(std::size_t x, std::size_t y, Quantum sample) const override {
    return sample > levels_[(columns_ - x) % order_ + order_ * (y % order_)];
  }

 private:
  const std::size_t columns_;
  std::size_t order_ = 2;
  std::array<Quantum, 49> levels_{};
};

// Samples between two limits are above the threshold by chance, the more probably the brighter.
class RandomThresholds final : public Thresholds {
 public:
  RandomThresholds(Quantum low, Quantum high, std::size_t columns)
      : low_(low), high_(high), columns_(columns), seed_(NewSeed()) {}
  bool Exceeded(std::size_t x, std::size_t y, Quantum sample) const override {
    if (sample < low_) return false;
    if (sample > high_) return true;
    return sample > Mix(seed_ + y * columns_ + x) % MaxRGB;
  }

 private:
  static std::uint64_t NewSeed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
  }
  // The finalizer of SplitMix64: each bit of the result depends on all of the number.
  static std::uint64_t Mix(std::uint64_t number) {
    number *= 0x9E3779B97F4A7C15;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return number ^ number >> 31;
  }

  const Quantum low_, high_;
  const std::size_t columns_;
  const std::uint64_t seed_;
};

// Nothing if the text is not one or two numbers.
std::optional<RandomThresholds> ParseRange(const char* text, std::size_t columns) {
  double low = 0.0, high = 0.0, x_offset = 0.0, y_offset = 0.0;
  const int count = GetMagickDimension(text, &low, &high, &x_offset, &y_offset);
  if (count == 0 || !std::isfinite(low) || !std::isfinite(high)) return std::nullopt;
  const double unit = std::strchr(text, '%') != nullptr ? 0.01 * MaxRGBDouble : 1.0;
  low *= unit;
  high = count == 1 ? MaxRGBDouble - low : high * unit;
  return RandomThresholds(RoundDoubleToQuantum(low), RoundDoubleToQuantum(high), columns);
}

// Which samples change: all colours together, to black or white, or single ones.
struct Target {
  bool intensity = false, opacity = false;
  Quantum PixelPacket::*color = nullptr;
};

Target TargetOf(const Image* image, ChannelType channel) {
  const bool has_opacity = image->matte != MagickFalse || IsCMYKColorspace(image->colorspace);
  switch (channel) {
    case RedChannel:
    case CyanChannel:
      return {false, false, &PixelPacket::red};
    case GreenChannel:
    case MagentaChannel:
      return {false, false, &PixelPacket::green};
    case BlueChannel:
    case YellowChannel:
      return {false, false, &PixelPacket::blue};
    case OpacityChannel:
    case MatteChannel:
    case BlackChannel:
      return {false, has_opacity, nullptr};
    default:
      return {true, channel == AllChannels && has_opacity, nullptr};
  }
}

Quantum Extreme(bool exceeded) {
  return exceeded ? Quantum{MaxRGB} : Quantum{0};
}

struct Row {
  PixelPacket* pixels;
  IndexPacket* indexes;
  std::size_t columns, y;
};

void ChangeRow(const Row& row, const Target& target, const Thresholds& thresholds) {
  for (std::size_t x = 0; x < row.columns; ++x) {
    PixelPacket& pixel = row.pixels[x];
    const auto exceeded = [&](Quantum sample) { return thresholds.Exceeded(x, row.y, sample); };
    if (target.intensity) {
      const bool white = exceeded(PixelIntensityToQuantum(&pixel));
      row.indexes[x] = white ? IndexPacket{1} : IndexPacket{0};
      pixel.red = pixel.green = pixel.blue = Extreme(white);
    }
    if (target.color) pixel.*target.color = Extreme(exceeded(pixel.*target.color));
    if (target.opacity) pixel.opacity = Extreme(exceeded(pixel.opacity));
  }
}

bool ChangeRows(Image* image, const Target& target, const Thresholds& thresholds,
                ExceptionInfo* exception) {
  const std::size_t columns = image->columns;
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, columns, image->rows, exception);
  if (pixels == nullptr) return false;
  IndexPacket* indexes = AccessMutableIndexes(image);
  if (target.intensity && indexes == nullptr) return false;
  lodestone::RowMonitor monitor(image, "[%s] Random-channel threshold...", exception);
  lodestone::accel::ParallelBands(
      image->rows, lodestone::accel::RowsPerTask(columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end && monitor.keep_going(); ++y) {
          IndexPacket* row_indexes = indexes ? indexes + y * columns : nullptr;
          ChangeRow({pixels + y * columns, row_indexes, columns, y}, target, thresholds);
          monitor.Done();
        }
      });
  return SyncImagePixelsEx(image, exception) != MagickFail && monitor.keep_going();
}

// A palette of black and white if all colours change, none if some do.
bool Prepare(Image* image, const Target& target, ExceptionInfo* exception) {
  const bool to_rgb = target.intensity && !IsRGBColorspace(image->colorspace);
  const bool ready = (!to_rgb || TransformColorspace(image, RGBColorspace) != MagickFail) &&
                     (!target.intensity || AllocateImageColormap(image, 2) != MagickFail);
  if (!ready) {
    CopyException(exception, &image->exception);
    return false;
  }
  if (target.color) image->storage_class = DirectClass;
  return true;
}

bool Apply(Image* image, ChannelType channel, const Thresholds& thresholds,
           ExceptionInfo* exception) {
  const Target target = TargetOf(image, channel);
  if (!target.intensity && !target.color && !target.opacity) return true;
  const unsigned is_grey = image->is_grayscale, is_monochrome = image->is_monochrome;
  if (!Prepare(image, target, exception) || !ChangeRows(image, target, thresholds, exception))
    return false;
  const bool kept = target.color == nullptr;
  image->is_grayscale = target.intensity || (kept && is_grey);
  image->is_monochrome = target.intensity || (kept && is_monochrome);
  return true;
}

MagickPassFail Run(Image* image, const char* channel_name, const char* thresholds,
                   ExceptionInfo* exception) {
  const ChannelType channel = StringToChannelType(channel_name);
  if (channel == UndefinedChannel) {
    Throw(exception, OptionError, "Unrecognized channel type", channel_name);
    return MagickFail;
  }
  const auto apply = [&](const Thresholds& chosen) -> MagickPassFail {
    return Apply(image, channel, chosen, exception) ? MagickPass : MagickFail;
  };
  const auto* pattern =
      std::find_if(std::begin(kPatterns), std::end(kPatterns),
                   [&](const auto& p) { return !std::strcmp(p.name, thresholds); });
  if (pattern != std::end(kPatterns))
    return apply(OrderedThresholds(pattern->ranks, image->columns));
  const auto range = ParseRange(thresholds, image->columns);
  if (range) return apply(*range);
  Throw(exception, OptionError, "Thresholds are not numbers", thresholds);
  return MagickFail;
}

}  // namespace

MagickPassFail RandomChannelThresholdImage(Image* image, const char* channel,
                                           const char* thresholds, ExceptionInfo* exception) {
  if (image == nullptr || channel == nullptr) return MagickFail;
  if (thresholds == nullptr) return MagickPass;
  return Guard(exception, MagickFail, [&] { return Run(image, channel, thresholds, exception); });
}
