#include <array>

#include "magick/core/errors/barrier.hpp"
#include "magick/fx.h"
#include "magick/core/calls/operation.hpp"
#include "magick/core/strings/number_list.hpp"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

// Of red, green, blue and opacity, in per cent.
using Amounts = std::array<double, 4>;

PointTable Blend(double amount, Quantum target) {
  return MakePointTable(
      [=](Quantum value) { return (value * (100.0 - amount) + target * amount) / 100.0; });
}

MagickPassFail Colorize(Image* image, const Amounts& amounts, const PixelPacket& target) {
  const bool was_grey = image->is_grayscale != MagickFalse;
  const bool alike = amounts[0] == amounts[1] && amounts[1] == amounts[2] &&
                     target.red == target.green && target.green == target.blue;
  const PointTable red = Blend(amounts[0], target.red);
  const PointTable green = alike ? PointTable() : Blend(amounts[1], target.green);
  const PointTable blue = alike ? PointTable() : Blend(amounts[2], target.blue);
  const PointTable opacity = Blend(amounts[3], target.opacity);
  PointRule rule = alike ? PointRule::ForColors(&red) : PointRule{&red, &green, &blue};
  if (HasOpacity(image)) rule.opacity = &opacity;
  const MagickPassFail status = ChangeSamples(image, "colorize", rule, "[%s] Colorize...");
  image->is_grayscale = was_grey && alike ? MagickTrue : MagickFalse;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* ColorizeImage(const Image* image, const char* opacity, const PixelPacket target,
                     ExceptionInfo* exception) {
  return Guard(exception, {image}, static_cast<Image*>(nullptr), [&]() -> Image* {
    ImageHolder colorized(CloneImage(image, 0, 0, MagickTrue, exception));
    if (!colorized.get()) return nullptr;
    colorized.get()->page.width = image->columns;
    colorized.get()->page.height = image->rows;
    if (SetImageType(colorized.get(), TrueColorType) != MagickFail) {
      if (!opacity) return colorized.release();
      Amounts amounts{100.0, 100.0, 100.0, 0.0};
      if (ParseNumbers(opacity, ",/", amounts) == 1) amounts.fill(amounts[0]);
      if (amounts == Amounts{}) return colorized.release();
      if (Colorize(colorized.get(), amounts, target) != MagickFail) return colorized.release();
    }
    CopyException(exception, &colorized.get()->exception);
    return nullptr;
  });
}
