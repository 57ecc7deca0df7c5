// Brightness, saturation, hue and contrast.
#include <algorithm>
#include <array>
#include <cmath>

#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/enhance.h"
#include "magick/core/strings/number_list.hpp"
#include "magick/operations/colorspace/color_rule.hpp"

namespace lodestone {
namespace {

MagickPassFail Modulate(Image* image, const char* text) {
  std::array<double, 3> percent{100.0, 100.0, 100.0};  // brightness, saturation, hue
  ParseNumbers(text, ",/", percent);
  // More makes no difference, and would be infinite in float.
  constexpr double kMost = 1e9;
  for (double& each : percent) each = std::min(std::abs(each), kMost);
  if (image->colorspace != RGBColorspace && TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  constexpr double kPercent = 0.01, kSixths = 6.0, kTurnsPerPercent = 1.0 / 200.0;
  const double turns = percent[2] * kTurnsPerPercent - 0.5;
  ColorRule rule{MagickAccelerateModulate};
  rule.numbers = {static_cast<float>(kPercent * percent[0]),
                  static_cast<float>(kPercent * percent[1]),
                  static_cast<float>(kSixths * std::fmod(turns, 1.0))};
  return ChangeColors(image, "modulate", rule, "[%s] Modulate...");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail ModulateImage(Image* image, const char* modulate) {
  if (!image || !modulate) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Modulate(image, modulate); });
}

MagickPassFail ContrastImage(Image* image, const unsigned int sharpen) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    ColorRule rule{MagickAccelerateContrast};
    rule.numbers[0] = sharpen ? 1.0f : -1.0f;
    return ChangeColors(image, "contrast", rule,
                        sharpen ? "[%s] Sharpening contrast..." : "[%s] Dulling contrast...");
  });
}
