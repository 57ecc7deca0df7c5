// The colour decision list of the American Society of Cinematographers.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "magick/cdl.h"
#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/strings/number_list.hpp"
#include "magick/operations/colorspace/color_rule.hpp"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

// Slope, offset and power of red, green and blue; then the saturation.
using Decisions = std::array<double, 10>;

PointTable TableOf(std::span<const double, 3> color) {
  const double slope = std::abs(color[0]), offset = color[1], power = std::abs(color[2]);
  return MakePointTable([=](Quantum value) {
    const double sloped = std::clamp(value / MaxRGBDouble * slope + offset, 0.0, 1.0);
    return std::pow(sloped, power) * MaxRGBDouble;
  });
}

MagickPassFail ChangeTones(Image* image, const Decisions& decisions) {
  const std::span<const double, 10> all(decisions);
  const PointTable red = TableOf(all.subspan<0, 3>());
  const PointTable green = TableOf(all.subspan<3, 3>());
  const PointTable blue = TableOf(all.subspan<6, 3>());
  const bool alike = red == green && green == blue;
  const MagickBool was_grey = image->is_grayscale;
  const PointRule rule = alike ? PointRule::ForColors(&red) : PointRule{&red, &green, &blue};
  const MagickPassFail status =
      ChangeSamples(image, "cdl", rule, "[%s] Applying color decision list...");
  if (status != MagickFail) image->is_grayscale = alike ? was_grey : MagickFalse;
  return status;
}

// The distance from the luma of Rec. 709, by which the list defines it.
MagickPassFail Saturate(Image* image, double saturation) {
  if (saturation == 1.0 || image->is_grayscale != MagickFalse) return MagickPass;
  constexpr std::array kLuma{0.2126, 0.7152, 0.0722};
  constexpr std::size_t kRow = 5;
  ColorRule rule{MagickAccelerateMatrix};
  for (std::size_t to = 0; to < kLuma.size(); ++to)
    for (std::size_t from = 0; from < kLuma.size(); ++from)
      rule.numbers[to * kRow + from] =
          static_cast<float>((1.0 - saturation) * kLuma[from] + (to == from ? saturation : 0.0));
  return ChangeColors(image, "cdl", rule, "[%s] Applying saturation of color decision list...");
}

MagickPassFail Apply(Image* image, const Decisions& decisions) {
  if (!IsRGBCompatibleColorspace(image->colorspace) &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  if (ChangeTones(image, decisions) == MagickFail) return MagickFail;
  constexpr double kMost = 1e9;  // more makes no difference, and would be infinite in float
  return Saturate(image, std::min(std::abs(decisions[9]), kMost));
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail CdlImage(Image* image, const char* cdl) {
  if (!image || !cdl) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    Decisions decisions{1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0};
    ParseNumbers(cdl, ",/:", decisions);
    return Apply(image, decisions);
  });
}
