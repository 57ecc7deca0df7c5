#include "coders/common/samples.hpp"
#include "coders/wpg/wpg.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kSteps = 5, kHues = 24, kFirstHue = 32;
// From the least to the most of a channel, of each circle of hues, in the six bits of VGA.
constexpr std::uint8_t kCircles[][kSteps] = {
    {0, 16, 31, 47, 63}, {31, 39, 47, 55, 63}, {45, 49, 54, 58, 63},
    {0, 7, 14, 21, 28},  {14, 17, 21, 24, 28}, {20, 22, 24, 26, 28},
    {0, 4, 8, 12, 16},   {8, 10, 12, 14, 16},  {11, 12, 13, 15, 16}};
constexpr std::uint8_t kShades[] = {0, 5, 8, 11, 14, 17, 20, 24, 28, 32, 36, 40, 45, 50, 56, 63};

PixelPacket Color(unsigned red, unsigned green, unsigned blue) {
  PixelPacket color{};
  color.red = QuantumFromByte(red << 2);
  color.green = QuantumFromByte(green << 2);
  color.blue = QuantumFromByte(blue << 2);
  color.opacity = OpaqueOpacity;
  return color;
}

// The sixteen of text: bright ones have all channels raised, and dark yellow is brown.
PixelPacket TextColor(std::size_t index) {
  constexpr unsigned kOn = 42, kBright = 21, kBrown = 6;
  const unsigned raised = index >= 8 ? kBright : 0;
  const auto level = [&](std::size_t bit) { return ((index & bit) != 0 ? kOn : 0) + raised; };
  return Color(level(4), index == kBrown ? kBright : level(2), level(1));
}

// From blue by magenta, red, yellow, green and cyan.
PixelPacket HueColor(std::size_t index) {
  const std::uint8_t* const levels = kCircles[index / kHues];
  const std::size_t hue = index % kHues, step = hue % 4;
  const unsigned low = levels[0], high = levels[kSteps - 1], up = levels[step],
                 down = levels[kSteps - 1 - step];
  switch (hue / 4) {
    case 0:
      return Color(up, low, high);
    case 1:
      return Color(high, low, down);
    case 2:
      return Color(high, up, low);
    case 3:
      return Color(down, high, low);
    case 4:
      return Color(low, high, up);
    default:
      return Color(low, down, high);
  }
}

}  // namespace

WpgColors DefaultWpgColors() {
  WpgColors colors;
  colors.fill(Color(0, 0, 0));
  for (std::size_t i = 0; i < 16; ++i) {
    colors[i] = TextColor(i);
    colors[16 + i] = Color(kShades[i], kShades[i], kShades[i]);
  }
  for (std::size_t i = 0; i < kHues * std::size(kCircles); ++i) colors[kFirstHue + i] = HueColor(i);
  return colors;
}

}  // namespace lodestone::coders
