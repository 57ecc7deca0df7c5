// Black, middle and white points.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/enhance.h"
#include "magick/core/strings/number_list.hpp"
#include "magick/operations/colorspace/channels.hpp"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

struct Levels {
  double black = 0.0, middle = 1.0, white = MaxRGBDouble;
};

// A per cent sign anywhere makes the black and white points percentages.
Levels ParseLevels(std::string text) {
  const auto end = std::remove(text.begin(), text.end(), '%');
  const double scale = end == text.end() ? 1.0 : MaxRGBDouble / 100.0;
  text.erase(end, text.end());
  std::array<double, 3> numbers{0.0, 1.0, MaxRGBDouble / scale};
  const std::size_t count = ParseNumbers(text.c_str(), ",/", numbers);
  Levels levels;
  levels.black = std::clamp(numbers[0] * scale, 0.0, MaxRGBDouble);
  levels.middle = numbers[1];
  levels.white =
      count == 1 ? MaxRGBDouble - levels.black : std::clamp(numbers[2] * scale, 0.0, MaxRGBDouble);
  return levels;
}

PointTable LevelTable(const Levels& levels) {
  const auto whole = [](double point) { return std::floor(std::clamp(point, 0.0, MaxRGBDouble)); };
  const double black = whole(levels.black), white = whole(levels.white);
  return MakePointTable([&](Quantum value) -> double {
    if (value < black) return 0.0;
    if (value > white) return MaxRGBDouble;
    if (black == white) return 0.0;
    return MaxRGBDouble * std::pow((value - black) / (white - black), 1.0 / levels.middle);
  });
}

MagickPassFail Level(Image* image, ChannelType channel, const Levels& levels) {
  const bool stays_grey = channel == AllChannels && image->is_grayscale != MagickFalse;
  const PointTable table = LevelTable(levels);
  const PointRule rule = RuleFor(channel, &table);
  if (rule.IsIdentity()) return MagickPass;
  const MagickPassFail status = ChangeSamples(image, "level", rule, "[%s] Leveling channels...");
  if (status != MagickFail && !stays_grey) image->is_grayscale = MagickFalse;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail LevelImage(Image* image, const char* levels) {
  if (!image || !levels) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&] { return Level(image, AllChannels, ParseLevels(levels)); });
}

MagickPassFail LevelImageChannel(Image* image, const ChannelType channel, const double black_point,
                                 const double mid_point, const double white_point) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    if (!CheckKnown(channel, &image->exception) ||
        !AreFinite(
            {{"black_point", black_point}, {"mid_point", mid_point}, {"white_point", white_point}},
            "Unable to level image", &image->exception))
      return MagickFail;
    return Level(image, channel, {black_point, mid_point, white_point});
  });
}
