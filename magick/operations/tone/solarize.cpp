#include <algorithm>

#include "magick/core/errors/barrier.hpp"
#include "magick/fx.h"
#include "magick/operations/colorspace/point.hpp"

using namespace lodestone;

MagickPassFail SolarizeImage(Image* image, const double threshold) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    if (!AreFinite({{"threshold", threshold}}, "Unable to solarize image", &image->exception))
      return MagickFail;
    const auto limit = RoundDoubleToQuantum(threshold);
    const PointTable table = MakePointTable(
        [limit](Quantum value) -> double { return value > limit ? MaxRGB - value : value; });
    return ChangeSamples(image, "solarize", PointRule::ForColors(&table), "[%s] Solarize...");
  });
}
