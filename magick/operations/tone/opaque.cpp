// Pixels of one colour, or of one near it.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "magick/core/errors/barrier.hpp"
#include "magick/paint.h"
#include "magick/pixel_cache.h"
#include "magick/operations/tone/near_color.hpp"

namespace lodestone {
namespace {

PointTable Constant(Quantum value) {
  return MakePointTable([value](Quantum) -> double { return value; });
}

MagickPassFail Fill(Image* image, const PixelPacket& target, const PixelPacket& fill) {
  const PointTable red = Constant(fill.red), green = Constant(fill.green),
                   blue = Constant(fill.blue), opacity = Constant(fill.opacity);
  const bool grey_fill = fill.red == fill.green && fill.green == fill.blue;
  const bool was_grey = image->is_grayscale != MagickFalse;
  const bool was_monochrome = image->is_monochrome != MagickFalse;
  PointRule rule = NearColor(image, target).rule();
  rule.red = &red;
  rule.green = grey_fill ? &red : &green;
  rule.blue = grey_fill ? &red : &blue;
  if (HasOpacity(image) || image->storage_class == PseudoClass) rule.opacity = &opacity;
  const MagickPassFail status =
      ChangeSamples(image, "opaque", rule, "[%s] Setting opaque color...");
  if (status == MagickFail) return status;
  const bool extreme = grey_fill && (fill.red == 0 || fill.red == MaxRGB);
  image->is_grayscale = was_grey && grey_fill ? MagickTrue : MagickFalse;
  image->is_monochrome = was_monochrome && extreme ? MagickTrue : MagickFalse;
  return status;
}

// Without alpha, opacity has had no meaning so far.
MagickPassFail MakeOpaque(Image* image) {
  if (image->storage_class == DirectClass) return SetImageOpacity(image, OpaqueOpacity);
  for (unsigned int i = 0; i < image->colors; ++i) image->colormap[i].opacity = OpaqueOpacity;
  return MagickPass;
}

// Alpha is in the indexes of CMYK images.
MagickPassFail MakeCmykTransparent(Image* image, const PointRule& rule, Quantum opacity) {
  const PixelPacket* pixels =
      GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
  IndexPacket* indexes = pixels ? AccessMutableIndexes(image) : nullptr;
  if (!indexes) return MagickFail;
  const std::size_t count = std::size_t{image->columns} * image->rows;
  for (std::size_t i = 0; i < count; ++i)
    if (rule.Selects(pixels[i])) indexes[i] = opacity;
  return SyncImagePixelsEx(image, &image->exception);
}

MagickPassFail MakeTransparent(Image* image, const PixelPacket& target, unsigned int opacity) {
  if (!image->matte && MakeOpaque(image) == MagickFail) return MagickFail;
  const auto value = static_cast<Quantum>(std::min(opacity, MaxRGB));
  PointRule rule = NearColor(image, target).rule();
  if (image->colorspace == CMYKColorspace) return MakeCmykTransparent(image, rule, value);
  const PointTable table = Constant(value);
  rule.opacity = &table;
  const MagickPassFail status =
      ChangeSamples(image, "transparent", rule, "[%s] Setting transparent color...");
  if (status != MagickFail) image->matte = MagickTrue;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail OpaqueImage(Image* image, const PixelPacket target, const PixelPacket fill) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Fill(image, target, fill); });
}

MagickPassFail TransparentImage(Image* image, const PixelPacket target,
                                const unsigned int opacity) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&] { return MakeTransparent(image, target, opacity); });
}
