// Stretching all colours by the same factor.
#include <algorithm>

#include "magick/core/errors/barrier.hpp"
#include "magick/tone.h"
#include "magick/operations/tone/histogram.hpp"
#include "magick/operations/colorspace/in_place.hpp"

namespace lodestone {
namespace {

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

// How often each intensity occurs, in the first sample. Empty, with image->exception set, on
// failure.
Histogram CountIntensities(Image* image) {
  if (HasGreySamples(image)) return CountSamples(image, &image->exception);
  const ImageHolder grey(CloneImage(image, 0, 0, MagickTrue, &image->exception));
  if (!grey.get()) return {};
  if (GrayscaleImage(grey.get(), Rec709LumaIntensity) == MagickFail) {
    CopyException(&image->exception, &grey.get()->exception);
    return {};
  }
  return CountSamples(grey.get(), &image->exception);
}

// The first level, from the dark or the bright end, with more pixels than `most` up to it.
template <class Iterator>
double LevelWithMore(Iterator begin, Iterator end, double most) {
  double sum = 0.0;
  const auto found = std::find_if(begin, end, [&](const auto& counts) {
    sum += static_cast<double>(counts[0]);
    return sum > most;
  });
  return static_cast<double>(found - begin);
}

MagickPassFail AutoLevel(Image* image) {
  const Histogram histogram = CountSamples(image, &image->exception);
  return histogram.empty() ? MagickFail : Stretch(image, "auto-level", RangeOf(histogram));
}

MagickPassFail ContrastStretch(Image* image, double black, double white) {
  if (!AreFinite({{"black", black}, {"white", white}}, "Unable to stretch contrast of image",
                 &image->exception))
    return MagickFail;
  const Histogram counts = CountIntensities(image);
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
