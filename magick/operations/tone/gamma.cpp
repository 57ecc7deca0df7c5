#include <array>
#include <cmath>

#include "magick/core/errors/barrier.hpp"
#include "magick/operations/colorspace/point.hpp"
#include "magick/enhance.h"
#include "magick/core/strings/number_list.hpp"

namespace lodestone {
namespace {

// Of red, green and blue; 1 changes nothing.
using Levels = std::array<double, 3>;

// A single one is for all colours.
Levels ParseLevels(const char* text) {
  Levels levels{1.0, 1.0, 1.0};
  if (ParseNumbers(text, ",/", levels) == 1) levels.fill(levels[0]);
  return levels;
}

// Cut off rather than rounded, as in GraphicsMagick.
PointTable MakeTable(double level) {
  return MakePointTable([level](Quantum value) {
    return std::trunc(MaxRGBDouble * std::pow(value / MaxRGBDouble, 1.0 / level));
  });
}

bool AreAlike(const Levels& levels) {
  return levels[0] == levels[1] && levels[1] == levels[2];
}

MagickPassFail CorrectGamma(Image* image, const Levels& levels) {
  const bool alike = AreAlike(levels);
  std::array<PointTable, 3> tables;
  std::array<const PointTable*, 3> used{};
  for (std::size_t c = 0; c < levels.size(); ++c) {
    // Among different levels, 0 leaves a colour as it is.
    if (levels[c] == 1.0 || (levels[c] == 0.0 && !alike)) continue;
    if (!alike || c == 0) tables[c] = MakeTable(levels[c]);
    used[c] = &tables[alike ? 0 : c];
  }
  if (!used[0] && !used[1] && !used[2]) return MagickPass;
  const MagickPassFail status =
      ChangeSamples(image, "gamma", {.red = used[0], .green = used[1], .blue = used[2]},
                    "[%s] Applying gamma correction...");
  if (status == MagickFail) return status;
  if (!alike) image->is_grayscale = MagickFalse;
  if (image->gamma != 0.0) image->gamma *= (levels[0] + levels[1] + levels[2]) / 3.0;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail GammaImage(Image* image, const char* level) {
  if (!image || !level) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&] { return CorrectGamma(image, ParseLevels(level)); });
}
