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
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

// Slope, offset and power of red, green and blue; then the saturation.
using Decisions = std::array<double, 10>;

PointTable TableOf(std::span<const double, 3> color, double saturation) {
  const double slope = std::abs(color[0]), offset = color[1], power = std::abs(color[2]);
  return MakePointTable([=](Quantum value) {
    const double sloped = std::clamp(value / MaxRGBDouble * slope + offset, 0.0, 1.0);
    return (std::pow(sloped, power) + saturation) * MaxRGBDouble;
  });
}

MagickPassFail Apply(Image* image, const Decisions& decisions) {
  if (!IsRGBCompatibleColorspace(image->colorspace) &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  const std::span<const double, 10> all(decisions);
  const PointTable red = TableOf(all.subspan<0, 3>(), decisions[9]);
  const PointTable green = TableOf(all.subspan<3, 3>(), decisions[9]);
  const PointTable blue = TableOf(all.subspan<6, 3>(), decisions[9]);
  const bool alike = red == green && green == blue;
  const MagickBool was_grey = image->is_grayscale;
  const PointRule rule = alike ? PointRule::ForColors(&red) : PointRule{&red, &green, &blue};
  const MagickPassFail status =
      ChangeSamples(image, "cdl", rule, "[%s] Applying color decision list...");
  if (status != MagickFail) image->is_grayscale = alike ? was_grey : MagickFalse;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail CdlImage(Image* image, const char* cdl) {
  if (!image || !cdl) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    Decisions decisions{1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0};
    ParseNumbers(cdl, ",/:", decisions);
    return Apply(image, decisions);
  });
}
