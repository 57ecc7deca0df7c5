// Conversion between colour spaces.
#include "magick/colorspace.h"

#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/image.h"
#include "magick/operations/colorspace/cmyk.hpp"
#include "magick/operations/colorspace/color_rule.hpp"
#include "magick/operations/colorspace/linear_spaces.hpp"
#include "magick/operations/colorspace/log_space.hpp"
#include "magick/operations/colorspace/photo_ycc.hpp"

namespace lodestone {
namespace {

constexpr char kText[] = "[%s] Transform colorspace...";
constexpr char kName[] = "colorspace";

bool Refuse(const Image* image, ExceptionInfo* exception) {
  Throw(exception, OptionError, "Conversion between these colorspaces is not supported",
        image->filename);
  return false;
}

bool ToGrey(Image* image, ColorspaceType space) {
  return image->is_grayscale ||
         ChangeToGrey(image, kName, *RuleToSpace(space), kText) != MagickFail;
}

// Grey pixels have no grey samples in other spaces.
bool ToColors(Image* image, const ColorRule& rule) {
  if (ChangeColors(image, kName, rule, kText) == MagickFail) return false;
  image->is_grayscale = MagickFalse;
  return true;
}

bool ByTable(Image* image, const PointTable& table) {
  return ChangeSamples(image, kName, PointRule::ForColors(&table), kText) != MagickFail;
}

bool FromRgb(Image* image, ColorspaceType space, ExceptionInfo* exception) {
  if (IsRGBColorspace(space)) return !IsGrayColorspace(space) || ToGrey(image, space);
  if (space == CMYKColorspace) return CmykFromRgb(image, exception);
  if (space == CineonLogRGBColorspace) return ByTable(image, TableToLog(image));
  if (IsPhotoCd(space))
    return ByTable(image, TableToFilm(space)) && ToColors(image, RuleToPhotoCd(space));
  if (space == HSLColorspace) return ToColors(image, {MagickAccelerateStoreHsl});
  if (space == HWBColorspace) return ToColors(image, {MagickAccelerateStoreHwb});
  const auto rule = RuleToSpace(space);
  return rule ? ToColors(image, *rule) : Refuse(image, exception);
}

bool ToRgb(Image* image, ExceptionInfo* exception) {
  const ColorspaceType space = image->colorspace;
  if (IsRGBColorspace(space)) return true;
  if (space == CMYKColorspace) return RgbFromCmyk(image, exception);
  if (space == CineonLogRGBColorspace) return ByTable(image, TableFromLog(image));
  if (IsPhotoCd(space))
    return ToColors(image, RuleFromPhotoCd(space)) && ByTable(image, TableFromFilm(space));
  if (space == HSLColorspace) return ToColors(image, {MagickAccelerateReadHsl});
  if (space == HWBColorspace) return ToColors(image, {MagickAccelerateReadHwb});
  const auto rule = RuleFromSpace(space);
  return rule ? ToColors(image, *rule) : Refuse(image, exception);
}

bool IsSupported(ColorspaceType space) {
  return IsRGBCompatibleColorspace(space) || space == CMYKColorspace || space == HSLColorspace ||
         space == HWBColorspace || IsPhotoCd(space) || RuleFromSpace(space);
}

// To RGB, and from there to the target.
bool Transform(Image* image, ColorspaceType target, ExceptionInfo* exception) {
  if (!IsSupported(image->colorspace) || !IsSupported(target)) return Refuse(image, exception);
  const bool has_pixels = image->columns != 0 && image->rows != 0 && image->ping == MagickFalse;
  if (has_pixels) {
    if (!ToRgb(image, exception)) return false;
    if (!IsRGBColorspace(image->colorspace)) image->colorspace = RGBColorspace;
    if (!FromRgb(image, target, exception)) return false;
  }
  image->colorspace = target;
  return true;
}

MagickPassFail TransformTo(Image* image, ColorspaceType target) {
  if (!image) return MagickFail;
  if (image->colorspace == target) return MagickPass;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    return Transform(image, target, &image->exception) ? MagickPass : MagickFail;
  });
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail RGBTransformImage(ImagePtr image, const ColorspaceType colorspace) {
  return TransformTo(image, colorspace);
}

MagickPassFail TransformRGBImage(ImagePtr image, const ColorspaceType colorspace) {
  if (!image) return MagickFail;
  if (!CheckKnown(colorspace, &image->exception)) return MagickFail;
  return IsRGBColorspace(image->colorspace) ? MagickPass : TransformTo(image, RGBColorspace);
}

MagickPassFail TransformColorspace(ImagePtr image, const ColorspaceType colorspace) {
  return TransformTo(image, colorspace);
}
