#include "magick/operations/colorspace/linear_spaces.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "magick/core/color/luma.hpp"
#include "magick/image.h"

namespace lodestone {
namespace {

// Where the last two samples of a space, its differences, have their zero.
enum class Zero { kBlack, kMiddle };

struct LinearSpace {
  ColorspaceType space;
  Zero zero;
  double to[3][3];    // of red, green and blue
  double from[3][3];  // of the samples; of differences, from -1 to 1
};

#define LS_LUMA(luma) \
  { luma[0], luma[1], luma[2] }

// As GraphicsMagick has them, but for the sign of one factor of YPbPr, without which it is not the
// inverse.
constexpr LinearSpace kSpaces[] = {
    {OHTAColorspace,
     Zero::kMiddle,
     {{0.33333, 0.33334, 0.33333}, {0.5, 0.0, -0.5}, {-0.25, 0.5, -0.25}},
     {{1.0, 0.5, -0.33334}, {1.0, 0.0, 0.666665}, {1.0, -0.5, -0.33334}}},
    {XYZColorspace,
     Zero::kBlack,
     {{0.412453, 0.35758, 0.180423}, {0.212671, 0.71516, 0.072169}, {0.019334, 0.119193, 0.950227}},
     {{3.240479, -1.53715, -0.498535},
      {-0.969256, 1.875992, 0.041556},
      {0.055648, -0.204043, 1.057311}}},
    {Rec601YCbCrColorspace,
     Zero::kMiddle,
     {LS_LUMA(kLuma601), {-0.16873, -0.331264, 0.5}, {0.5, -0.418688, -0.081312}},
     {{1.0, 0.0, 0.701}, {1.0, -0.172068, -0.357068}, {1.0, 0.886, 0.0}}},
    {Rec709YCbCrColorspace,
     Zero::kMiddle,
     {LS_LUMA(kLuma709), {-0.114572, -0.385428, 0.5}, {0.5, -0.454153, -0.045847}},
     {{1.0, 0.0, 0.7874}, {1.0, -0.093662, -0.234062}, {1.0, 0.9278, 0.0}}},
    {YIQColorspace,
     Zero::kMiddle,
     {LS_LUMA(kLuma601), {0.596, -0.274, -0.322}, {0.211, -0.523, 0.312}},
     {{1.0, 0.4781, 0.3107}, {1.0, -0.13635, -0.3234}, {1.0, -0.55185, 0.8503}}},
    {YPbPrColorspace,
     Zero::kMiddle,
     {LS_LUMA(kLuma601), {-0.168736, -0.331264, 0.5}, {0.5, -0.418688, -0.081312}},
     {{1.0, 0.0, 0.701}, {1.0, -0.172068, -0.357068}, {1.0, 0.886, 0.0}}},
    {YUVColorspace,
     Zero::kMiddle,
     {LS_LUMA(kLuma601), {-0.1474, -0.2895, 0.4369}, {0.615, -0.515, -0.1}},
     {{1.0, 0.0, 0.5699}, {1.0, -0.1969, -0.29025}, {1.0, 1.01395, 0.0}}},
};

#undef LS_LUMA

const LinearSpace* Find(ColorspaceType space) {
  const auto* found = std::find_if(std::begin(kSpaces), std::end(kSpaces),
                                   [&](const LinearSpace& each) { return each.space == space; });
  return found == std::end(kSpaces) ? nullptr : found;
}

constexpr std::size_t kRow = 5, kAdded = 4;  // of a rule's numbers

}  // namespace

ColorRule SumRule(const double (&factors)[3]) {
  ColorRule rule{MagickAccelerateMatrix};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t k = 0; k < 3; ++k)
      rule.numbers[row * kRow + k] = static_cast<float>(factors[k]);
  return rule;
}

std::optional<ColorRule> RuleToSpace(ColorspaceType space) {
  if (space == GRAYColorspace || space == Rec601LumaColorspace) return SumRule(kLuma601);
  if (space == Rec709LumaColorspace) return SumRule(kLuma709);
  const LinearSpace* linear = Find(space);
  if (!linear) return std::nullopt;
  ColorRule rule{MagickAccelerateMatrix};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t k = 0; k < 3; ++k)
      rule.numbers[row * kRow + k] = static_cast<float>(linear->to[row][k]);
    constexpr unsigned kMiddle = MaxRGB / 2 + 1;
    if (row > 0 && linear->zero == Zero::kMiddle) rule.numbers[row * kRow + kAdded] = kMiddle;
  }
  return rule;
}

std::optional<ColorRule> RuleFromSpace(ColorspaceType space) {
  const LinearSpace* linear = Find(space);
  if (!linear) return std::nullopt;
  ColorRule rule{MagickAccelerateMatrix};
  for (std::size_t row = 0; row < 3; ++row) {
    double added = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_difference = k > 0 && linear->zero == Zero::kMiddle;
      const double factor = linear->from[row][k];
      rule.numbers[row * kRow + k] = static_cast<float>(is_difference ? 2.0 * factor : factor);
      if (is_difference) added -= factor * MaxRGBDouble;
    }
    rule.numbers[row * kRow + kAdded] = static_cast<float>(added);
  }
  return rule;
}

}  // namespace lodestone
