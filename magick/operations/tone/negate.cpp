#include "magick/core/errors/barrier.hpp"
#include "magick/operations/colorspace/point.hpp"
#include "magick/enhance.h"

using namespace lodestone;

MagickPassFail NegateImage(Image* image, const unsigned int grayscale) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    const PointTable turned =
        MakePointTable([](Quantum value) -> double { return MaxRGB - value; });
    PointRule rule = PointRule::ForColors(&turned);
    if (image->colorspace == CMYKColorspace) rule.opacity = &turned;
    if (grayscale) rule.selection = MagickAccelerateGreyPixels;
    return ChangeSamples(image, "negate", rule, "[%s] Negate...");
  });
}
