// Painting with colours, and fewer of them.
#include "base/owner.hpp"
#include "wand/magick/color.hpp"

using lodestone::Owner;
using namespace lodestone::wand;

namespace {

// The border to fill to, or where no border is given, the colour of the pixel at (x, y).
PixelPacket Target(MagickWand* wand, const PixelWand* bordercolor, long x, long y) {
  Image* const image = wand->image;
  if (bordercolor != nullptr) return ColorOf(bordercolor);
  if (image->columns == 0 || image->rows == 0) return {};
  const auto column = static_cast<long>(static_cast<unsigned long>(x) % image->columns);
  const auto row = static_cast<long>(static_cast<unsigned long>(y) % image->rows);
  return AcquireOnePixel(image, column, row, &wand->exception);
}

PaintMethod MethodOf(const PixelWand* bordercolor) {
  return bordercolor != nullptr ? FillToBorderMethod : FloodfillMethod;
}

using OwnedQuantizeInfo = Owner<QuantizeInfo, DestroyQuantizeInfo>;

OwnedQuantizeInfo QuantizeSettings(unsigned long number_colors, ColorspaceType colorspace,
                                   unsigned long treedepth, unsigned int measure_error) {
  OwnedQuantizeInfo info(CloneQuantizeInfo(nullptr));
  if (info == nullptr) return info;
  info->number_colors = number_colors;
  info->tree_depth = static_cast<unsigned int>(treedepth);
  info->colorspace = colorspace;
  info->measure_error = measure_error;
  return info;
}

}  // namespace

unsigned int MagickOpaqueImage(MagickWand* wand, const PixelWand* target, const PixelWand* fill,
                               const double fuzz) {
  if (!HasImage(wand, {target, fill})) return MagickFail;
  wand->image->fuzz = fuzz;
  return Change(wand, OpaqueImage, ColorOf(target), ColorOf(fill));
}

unsigned int MagickTransparentImage(MagickWand* wand, const PixelWand* target,
                                    const Quantum opacity, const double fuzz) {
  if (!HasImage(wand, {target})) return MagickFail;
  wand->image->fuzz = fuzz;
  return Change(wand, TransparentImage, ColorOf(target), opacity);
}

unsigned int MagickColorFloodfillImage(MagickWand* wand, const PixelWand* fill, const double fuzz,
                                       const PixelWand* bordercolor, const long x, const long y) {
  if (!HasImage(wand, {fill})) return MagickFail;
  const OwnedDrawInfo draw_info(CloneDrawInfo(wand->image_info, nullptr));
  if (draw_info == nullptr) return MagickFail;
  draw_info->fill = ColorOf(fill);
  const PixelPacket target = Target(wand, bordercolor, x, y);
  wand->image->fuzz = fuzz;
  return Change(wand, ColorFloodfillImage, draw_info.get(), target, x, y, MethodOf(bordercolor));
}

unsigned int MagickMatteFloodfillImage(MagickWand* wand, const Quantum opacity, const double,
                                       const PixelWand* bordercolor, const long x, const long y) {
  if (!HasImage(wand)) return MagickFail;
  return Change(wand, MatteFloodfillImage, Target(wand, bordercolor, x, y), opacity, x, y,
                MethodOf(bordercolor));
}

unsigned int MagickColorizeImage(MagickWand* wand, const PixelWand* colorize, const PixelWand*) {
  if (!HasImage(wand, {colorize})) return MagickFail;
  const PixelPacket color = ColorOf(colorize);
  char percentages[128];
  MagickFormatString(percentages, sizeof percentages, "%g,%g,%g,%g", 100.0 * color.red / MaxRGB,
                     100.0 * color.green / MaxRGB, 100.0 * color.blue / MaxRGB,
                     100.0 * color.opacity / MaxRGB);
  return Replace(wand, ColorizeImage, percentages, color);
}

unsigned int MagickQuantizeImage(MagickWand* wand, const unsigned long number_colors,
                                 const ColorspaceType colorspace, const unsigned long treedepth,
                                 const unsigned int, const unsigned int measure_error) {
  if (!HasImage(wand)) return MagickFail;
  const auto info = QuantizeSettings(number_colors, colorspace, treedepth, measure_error);
  return info == nullptr ? MagickFail : Passed(wand, QuantizeImage(info.get(), wand->image));
}

unsigned int MagickQuantizeImages(MagickWand* wand, const unsigned long number_colors,
                                  const ColorspaceType colorspace, const unsigned long treedepth,
                                  const unsigned int, const unsigned int measure_error) {
  if (!HasImage(wand)) return MagickFail;
  const auto info = QuantizeSettings(number_colors, colorspace, treedepth, measure_error);
  return info == nullptr ? MagickFail : Passed(wand, QuantizeImages(info.get(), wand->images));
}

unsigned int MagickMapImage(MagickWand* wand, const MagickWand* map_wand,
                            const unsigned int dither) {
  if (!HaveImages(wand, map_wand)) return MagickFail;
  return Change(wand, MapImage, map_wand->image, dither);
}

unsigned int MagickCycleColormapImage(MagickWand* wand, const long displace) {
  return Change(wand, CycleColormapImage, static_cast<int>(displace));
}
