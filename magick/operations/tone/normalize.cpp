#include <cmath>
#include <optional>

#include "magick/attribute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/enhance.h"
#include "magick/core/strings/text_number.hpp"
#include "magick/operations/tone/histogram.hpp"

namespace lodestone {
namespace {

// The darkest and the brightest level that are not to be black and white.
struct Bounds {
  std::size_t low, high;
};

// Beyond them are no more than `most` pixels on either side.
Bounds FindBounds(const Histogram& histogram, std::size_t sample, double most) {
  const std::size_t last = histogram.size() - 1;
  Bounds bounds{0, last};
  double count = 0.0;
  for (; bounds.low < last; ++bounds.low)
    if ((count += static_cast<double>(histogram[bounds.low][sample])) > most) break;
  count = 0.0;
  for (; bounds.high > 0; --bounds.high)
    if ((count += static_cast<double>(histogram[bounds.high][sample])) > most) break;
  return bounds;
}

std::optional<PointTable> Stretched(const Bounds& bounds) {
  if (bounds.low == bounds.high) return std::nullopt;
  return MakePointTable([&](Quantum value) -> double {
    if (value < bounds.low) return 0.0;
    if (value > bounds.high) return MaxRGBDouble;
    return std::trunc(MaxRGBDouble * static_cast<double>(value - bounds.low) /
                      (static_cast<double>(bounds.high) - static_cast<double>(bounds.low)));
  });
}

// How many pixels may become black, and how many white.
double PixelsToLose(const Image* image) {
  double percent = 0.1;
  if (const ImageAttribute* given = GetImageAttribute(image, "histogram-threshold")) {
    const char* end = given->value;
    const double value = ParseDouble(given->value, &end);
    if (end != given->value) percent = value;
  }
  return std::trunc(static_cast<double>(image->columns) * static_cast<double>(image->rows) * 0.01 *
                    percent);
}

MagickPassFail Normalize(Image* image) {
  const double most = PixelsToLose(image);
  bool is_flat = false;  // red has but one level then, and none may be lost, as in GraphicsMagick
  const auto table = [&](const Histogram& histogram, std::size_t sample) {
    Bounds bounds = FindBounds(histogram, sample, most);
    if (sample == 0) is_flat = bounds.low == bounds.high;
    if (is_flat) bounds = FindBounds(histogram, sample, 0.0);
    if (sample == 0) is_flat = bounds.low == bounds.high;
    return Stretched(bounds);
  };
  return ChangeByHistogram(image, "normalize", "[%s] Applying histogram normalization...", table);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail NormalizeImage(Image* image) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Normalize(image); });
}
