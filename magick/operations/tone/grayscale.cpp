#include <algorithm>

#include "magick/core/color/luma.hpp"
#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/tone.h"
#include "magick/operations/colorspace/color_rule.hpp"
#include "magick/operations/colorspace/linear_spaces.hpp"

namespace lodestone {
namespace {

ColorRule LuminanceRule(const double (&shares)[3]) {
  ColorRule rule = {MagickAccelerateLuminance};
  std::copy_n(shares, 3, rule.numbers.begin());
  return rule;
}

ColorRule RuleOf(IntensityMethod method) {
  switch (method) {
    case AverageIntensity:
      return SumRule({1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0});
    case BrightnessIntensity:
      return {MagickAccelerateBrightness};
    case LightnessIntensity:
      return {MagickAccelerateLightness};
    case RMSIntensity:
      return {MagickAccelerateRootMeanSquare};
    case Rec601LumaIntensity:
      return SumRule(kImageMagickLuma601);
    case Rec601LuminanceIntensity:
      return LuminanceRule(kImageMagickLuma601);
    case Rec709LuminanceIntensity:
      return LuminanceRule(kImageMagickLuma709);
    default:
      return SumRule(kImageMagickLuma709);
  }
}

MagickPassFail Grayscale(Image* image, IntensityMethod method) {
  if (!CheckKnown(method, &image->exception)) return MagickFail;
  if (method == UndefinedIntensity) {
    ThrowException(&image->exception, OptionError, "No intensity method", image->filename);
    return MagickFail;
  }
  if (!IsRGBColorspace(image->colorspace) &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  if (image->is_grayscale) return MagickPass;
  return ChangeToGrey(image, "grayscale", RuleOf(method), "[%s] Grayscale...");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail GrayscaleImage(Image* image, const IntensityMethod method) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Grayscale(image, method); });
}
