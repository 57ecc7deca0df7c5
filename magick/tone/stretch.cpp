// Stretching all colours by the same factor.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "magick/core/barrier.hpp"
#include "magick/pixel_cache.h"
#include "magick/pixels/grey_samples.hpp"
#include "magick/tone.h"
#include "magick/tone/histogram.hpp"
#include "magick/tone/linear_spaces.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kLevels = std::size_t{MaxRGB} + 1;

// The samples that become black and white.
struct Ends {
  double black, white;
};

MagickPassFail Stretch(Image* image, const char* name, const Ends& ends) {
  if (ends.black >= ends.white) return MagickPass;
  const PointTable table = MakePointTable([&](Quantum value) {
    return MaxRGBDouble * (value - ends.black) / (ends.white - ends.black);
  });
  return ChangeSamples(image, name, PointRule::ForColors(&table), "[%s] Stretching colors...");
}

// Of all colours.
Ends RangeOf(const Histogram& histogram) {
  const auto is_used = [](const auto& counts) { return counts[0] + counts[1] + counts[2] != 0; };
  const auto first = std::find_if(histogram.begin(), histogram.end(), is_used);
  const auto last = std::find_if(histogram.rbegin(), histogram.rend(), is_used);
  return {static_cast<double>(first - histogram.begin()),
          static_cast<double>(histogram.rend() - last) - 1.0};
}

Quantum Luma(const PixelPacket& pixel) {
  const auto& [red, green, blue] = kImageMagickLuma709;
  const double luma = red * pixel.red + green * pixel.green + blue * pixel.blue;
  return RoundDoubleToQuantum(luma);
}

using Counts = std::vector<std::uint64_t>;

// How often each intensity occurs. Empty, with image->exception set, on failure.
Counts CountIntensities(Image* image) {
  Counts counts(kLevels);
  const std::size_t pixels = std::size_t{image->columns} * image->rows;
  if (const GreySamples grey = GreySamples::Of(image, &image->exception)) {
    std::for_each(grey.Row(0), grey.Row(0) + pixels, [&](Quantum shade) { ++counts[shade]; });
    return counts;
  }
  const PixelPacket* packets =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!packets) return {};
  std::for_each(packets, packets + pixels,
                [&](const PixelPacket& pixel) { ++counts[Luma(pixel)]; });
  return counts;
}

// The first level, from the dark or the bright end, with more pixels than `most` up to it.
template <class Iterator>
double LevelWithMore(Iterator begin, Iterator end, double most) {
  double sum = 0.0;
  const auto found = std::find_if(begin, end, [&](std::uint64_t count) {
    sum += static_cast<double>(count);
    return sum > most;
  });
  return static_cast<double>(found - begin);
}

MagickPassFail AutoLevel(Image* image) {
  const Histogram histogram = CountSamples(image);
  return histogram.empty() ? MagickFail : Stretch(image, "auto-level", RangeOf(histogram));
}

MagickPassFail ContrastStretch(Image* image, double black, double white) {
  if (!AreFinite({{"black", black}, {"white", white}}, "Unable to stretch contrast of image",
                 &image->exception))
    return MagickFail;
  const Counts counts = CountIntensities(image);
  if (counts.empty()) return MagickFail;
  const double percent =
      static_cast<double>(image->columns) * static_cast<double>(image->rows) / 100.0;
  const double from_top = LevelWithMore(counts.rbegin(), counts.rend(), white * percent);
  return Stretch(
      image, "contrast-stretch",
      {LevelWithMore(counts.begin(), counts.end(), black * percent), MaxRGBDouble - from_top});
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail AutoLevelImage(Image* image) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return AutoLevel(image); });
}

MagickPassFail ContrastStretchImage(Image* image, const double black, const double white) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return ContrastStretch(image, black, white); });
}
