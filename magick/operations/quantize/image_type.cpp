// Conversion to a type of image: black and white, grey, palette, true colour, CMYK.
#include "magick/analyze.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/effect.h"
#include "magick/image.h"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/quantize.h"

using lodestone::Guard;

namespace {

bool ToRgb(Image* image) {
  return IsRGBColorspace(image->colorspace) ||
         TransformColorspace(image, RGBColorspace) != MagickFail;
}

bool ToGrey(Image* image) {
  return IsGrayColorspace(image->colorspace) ||
         TransformColorspace(image, GRAYColorspace) != MagickFail;
}

bool AddAlpha(Image* image) {
  return image->matte != MagickFalse || SetImageOpacity(image, OpaqueOpacity) != MagickFail;
}

bool Reduce(Image* image, QuantizeInfo info) {
  info.dither = image->dither;
  return QuantizeImage(&info, image) != MagickFail;
}

QuantizeInfo DefaultReduction() {
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  return info;
}

bool ToPalette(Image* image, ColorspaceType colorspace) {
  if (image->storage_class == PseudoClass) return true;
  QuantizeInfo info = DefaultReduction();
  info.colorspace = colorspace;
  return Reduce(image, info);
}

bool IsMonochrome(Image* image) {
  return IsMonochromeImage(image, &image->exception) != MagickFalse;
}

bool Threshold(Image* image) {
  return ThresholdImage(image, MaxRGBDouble / 2) != MagickFail;
}

// A reduction leaves an image alone that has no more shades than are wanted.
bool DitherToBlackAndWhite(Image* image) {
  QuantizeInfo info = DefaultReduction();
  info.colorspace = GRAYColorspace;
  info.number_colors = 2;
  info.tree_depth = MaxTreeDepth;
  return Reduce(image, info) && (IsMonochrome(image) || Threshold(image));
}

bool MakeBlackAndWhite(Image* image) {
  const bool dither = image->dither != MagickFalse;
  const bool is_done = image->is_monochrome != MagickFalse || (dither && IsMonochrome(image));
  if (is_done && image->storage_class == PseudoClass) return true;
  if (dither && !is_done) return DitherToBlackAndWhite(image);
  return Threshold(image);
}

bool ToBlackAndWhite(Image* image) {
  if (!ToRgb(image) || !MakeBlackAndWhite(image)) return false;
  image->colorspace = GRAYColorspace;
  lodestone::RecordGreyness(image, true, true);
  return true;
}

bool ToTrueColor(Image* image) {
  if (!ToRgb(image)) return false;
  image->storage_class = DirectClass;
  return true;
}

bool ToCmyk(Image* image) {
  return TransformColorspace(image, CMYKColorspace) != MagickFail;
}

bool Convert(Image* image, ImageType type) {
  if (!lodestone::CheckKnown(type, &image->exception)) return false;
  switch (type) {
    case UndefinedType:
    case OptimizeType:
      return true;
    case BilevelType:
      return ToBlackAndWhite(image);
    case GrayscaleType:
      return ToGrey(image);
    case GrayscaleMatteType:
      return ToGrey(image) && AddAlpha(image);
    case PaletteType:
      return ToRgb(image) && ToPalette(image, RGBColorspace);
    case PaletteMatteType:
      return ToRgb(image) && AddAlpha(image) && ToPalette(image, TransparentColorspace);
    case TrueColorType:
      return ToTrueColor(image);
    case TrueColorMatteType:
      return ToTrueColor(image) && AddAlpha(image);
    case ColorSeparationType:
      return ToCmyk(image);
    case ColorSeparationMatteType:
      return ToCmyk(image) && AddAlpha(image);
  }
  return false;
}

}  // namespace

MagickPassFail SetImageType(Image* image, const ImageType type) {
  return Guard(lodestone::ExceptionOf(image), {image}, MagickFail,
               [&]() -> MagickPassFail { return Convert(image, type) ? MagickPass : MagickFail; });
}
