// Affine transforms: which part of every row of the result the image covers, and from where.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "magick/operations/filters/warp_run.hpp"
#include "magick/core/geometry/affine_area.hpp"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/shear.h"

namespace lodestone {
namespace {

// Of every row of the result, as kernels::PlanAffine takes them.
std::vector<float> SpansOf(const Image* image, const AffineMatrix& inverse, const AffineBox& box,
                           unsigned long columns, unsigned long rows) {
  const double last_column = static_cast<double>(columns) - 1.0;
  const double last_row = static_cast<double>(rows) - 1.0;
  const double top = std::ceil(std::max(box.top, 0.0) - 0.5);
  const double bottom = std::floor(std::min(box.bottom, last_row) + 0.5);
  std::vector<float> spans;
  spans.reserve(2 * rows);
  for (unsigned long i = 0; i < rows; ++i) {
    const double y = static_cast<double>(i);
    AffineSpan span{last_column + 1.0, -1.0};  // none
    if (y >= top && y <= bottom) {
      const AffineSpan found = SpanOf(image, inverse, y, box);
      if (found.last >= found.first)
        span = {std::ceil(std::max(found.first, 0.0) - 0.5),
                std::floor(std::min(found.last, last_column) + 0.5)};
    }
    spans.push_back(static_cast<float>(span.first));
    spans.push_back(static_cast<float>(span.last));
  }
  return spans;
}

// What the image does not cover.
PixelPacket FillOf(const Image* image) {
  PixelPacket fill = image->background_color;
  fill.opacity = TransparentOpacity;
  return fill;
}

Image* Transform(const EffectCall& effect, AffineMatrix matrix) {
  const Image* image = effect.image;
  const double columns = static_cast<double>(image->columns);
  const double rows = static_cast<double>(image->rows);
  const AffineBox placed = BoundsOf(matrix, columns, rows);
  const auto side = [](double low, double high) {
    return static_cast<unsigned long>(std::clamp(std::ceil(high - low - 0.5), 0.0, 4294967295.0));
  };
  const unsigned long width = side(placed.left, placed.right);
  const unsigned long height = side(placed.top, placed.bottom);
  // The origin moves there by the least position, in which tx and ty are contained; so they move
  // the image the other way.
  matrix.tx = -placed.left;
  matrix.ty = -placed.top;
  const std::optional<AffineMatrix> inverse = Inverse(matrix);
  if (!inverse) return effect.Refuse("the matrix has no inverse");
  if (!CheckWarpSides(effect, image->columns, image->rows) ||
      !CheckWarpSides(effect, width, height))
    return nullptr;
  std::vector<float> spans =
      SpansOf(image, *inverse, BoundsOf(matrix, columns, rows), width, height);
  ImageHolder result(RunWarp({effect, width, height, VirtualBorder(image), "affine",
                              "[%s] Affine transform...", FillOf(image)},
                             kernels::PlanAffine({{inverse->sx, inverse->ry, inverse->tx},
                                                  {inverse->rx, inverse->sy, inverse->ty}},
                                                 std::move(spans))));
  if (result.get()) result.get()->matte = MagickTrue;
  return result.release();
}

// CMYK images become RGB: their fourth sample is black, and the result has transparent corners.
Image* TransformAny(const EffectCall& effect, const AffineMatrix& matrix) {
  const Image* image = effect.image;
  if (image->colorspace != CMYKColorspace) return Transform(effect, matrix);
  const ImageHolder rgb(TypedCopy(effect, image->matte ? TrueColorMatteType : TrueColorType));
  return rgb.get() ? Transform({rgb.get(), effect.reason, effect.exception}, matrix) : nullptr;
}

}  // namespace
}  // namespace lodestone

Image* AffineTransformImage(const Image* image, const AffineMatrix* affine,
                            ExceptionInfo* exception) {
  const lodestone::EffectCall effect{image, "Unable to transform image", exception};
  if (!affine) return effect.Refuse("no matrix");
  const AffineMatrix& m = *affine;
  return lodestone::RunEntry(
      effect, {{"sx", m.sx}, {"rx", m.rx}, {"ry", m.ry}, {"sy", m.sy}, {"tx", m.tx}, {"ty", m.ty}},
      [&] { return lodestone::TransformAny(effect, m); });
}
