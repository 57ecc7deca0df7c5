// What drawing wands do to the current image.
#include <cmath>
#include <numbers>

#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

namespace {

// The settings of the drawing wand; null if an image or the drawing wand is missing.
OwnedDrawInfo Settings(MagickWand* wand, const DrawingWand* drawing_wand) {
  if (!HasImage(wand, {drawing_wand})) return nullptr;
  return OwnedDrawInfo(DrawPeekGraphicContext(drawing_wand));
}

void Turn(AffineMatrix& affine, double degrees) {
  const double angle = std::fmod(degrees, 360.0) * std::numbers::pi / 180.0;
  affine.sx = affine.sy = std::cos(angle);
  affine.rx = std::sin(angle);
  affine.ry = -affine.rx;
}

}  // namespace

unsigned int MagickDrawImage(MagickWand* wand, const DrawingWand* drawing_wand) {
  const OwnedDrawInfo info = Settings(wand, drawing_wand);
  if (info == nullptr || info->primitive == nullptr) return MagickFail;
  (void)SetImageAttribute(wand->image, "[MVG]", nullptr);
  (void)SetImageAttribute(wand->image, "[MVG]", info->primitive);
  return Passed(wand, DrawImage(wand->image, info.get()));
}

unsigned int MagickAnnotateImage(MagickWand* wand, const DrawingWand* drawing_wand, const double x,
                                 const double y, const double angle, const char* text) {
  const OwnedDrawInfo info = Settings(wand, drawing_wand);
  if (info == nullptr) return MagickFail;
  char geometry[MaxTextExtent];
  MagickFormatString(geometry, sizeof geometry, "%+f%+f", x, y);
  (void)CloneString(&info->text, text);
  (void)CloneString(&info->geometry, geometry);
  Turn(info->affine, angle);
  return Passed(wand, AnnotateImage(wand->image, info.get()));
}

unsigned int MagickAffineTransformImage(MagickWand* wand, const DrawingWand* drawing_wand) {
  const OwnedDrawInfo info = Settings(wand, drawing_wand);
  return info == nullptr ? MagickFail : Replace(wand, AffineTransformImage, &info->affine);
}

double* MagickQueryFontMetrics(MagickWand* wand, const DrawingWand* drawing_wand,
                               const char* text) {
  const OwnedDrawInfo info = Settings(wand, drawing_wand);
  if (info == nullptr) return nullptr;
  (void)CloneString(&info->text, text);
  TypeMetric metric{};
  if (!Passed(wand, GetTypeMetrics(wand->image, info.get(), &metric))) return nullptr;
  const double numbers[] = {metric.pixels_per_em.x, metric.pixels_per_em.y, metric.ascent,
                            metric.descent,         metric.width,           metric.height,
                            metric.max_advance};
  auto* const copy = static_cast<double*>(MagickMalloc(sizeof numbers));
  for (std::size_t i = 0; copy != nullptr && i < std::size(numbers); ++i) copy[i] = numbers[i];
  return copy;
}
