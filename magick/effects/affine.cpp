// Affine transforms: which part of every row of the result the image covers, and from where.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "magick/effects/warp_run.hpp"
#include "magick/pixels/pixel_view.hpp"
#include "magick/shear.h"

namespace lodestone {
namespace {

// GraphicsMagick's.
constexpr double kEpsilon = 1e-12, kLeastDeterminant = 1e-4;

struct Box {
  double left, top, right, bottom;
};

// Of the corners of an image.
Box BoundsOf(const AffineMatrix& m, double columns, double rows) {
  constexpr double kMost = std::numeric_limits<double>::infinity();
  Box box{kMost, kMost, -kMost, -kMost};
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {columns, 0.0}, {columns, rows}, {0.0, rows}}) {
    const double to_x = x * m.sx + y * m.ry + m.tx, to_y = x * m.rx + y * m.sy + m.ty;
    box = {std::min(box.left, to_x), std::min(box.top, to_y), std::max(box.right, to_x),
           std::max(box.bottom, to_y)};
  }
  return box;
}

// Nothing if the matrix flattens the image.
std::optional<AffineMatrix> Inverse(const AffineMatrix& m) {
  const double determinant = m.sx * m.sy - m.rx * m.ry;
  if (std::abs(determinant) < kLeastDeterminant) return std::nullopt;
  const double scale = 1.0 / determinant;
  AffineMatrix inverse{scale * m.sy, scale * -m.rx, scale * -m.ry, scale * m.sx, 0.0, 0.0};
  inverse.tx = -m.tx * inverse.sx - m.ty * inverse.ry;
  inverse.ty = -m.tx * inverse.rx - m.ty * inverse.sy;
  return inverse;
}

struct Span {
  double first, last;
};

// Restricts a span of columns x to those where x * slope + offset is in 0 ... size; false if there
// is none whatever x is.
bool Restrict(double slope, double offset, double size, Span* span) {
  if (std::abs(slope) <= kEpsilon) return offset >= 0.0 && offset < size;
  const double low = slope > 0.0 ? -offset / slope : (size - offset) / slope;
  const double high = slope > 0.0 ? (size - offset) / slope : -offset / slope;
  span->first = std::max(span->first, std::ceil(low + kEpsilon - 0.5));
  span->last = std::min(span->last, std::ceil(high - kEpsilon - 0.5));
  return true;
}

// GraphicsMagick's choice of pixels: the edges of the image half a pixel further down. Where a row
// misses an image whose columns are parallel to it, one pixel remains.
Span SpanOf(const Image* image, const AffineMatrix& inverse, double y, const Box& box) {
  Span span{box.left, box.right};
  const double column = inverse.ry * (y + 0.5) + inverse.tx;
  const double row = inverse.sy * (y + 0.5) + inverse.ty;
  if (!Restrict(inverse.sx, column, static_cast<double>(image->columns), &span) ||
      !Restrict(inverse.rx, row, static_cast<double>(image->rows), &span))
    span.last = box.left;
  return span;
}

// Of every row of the result, as kernels::PlanAffine takes them.
std::vector<float> SpansOf(const Image* image, const AffineMatrix& inverse, const Box& box,
                           unsigned long columns, unsigned long rows) {
  const double last_column = static_cast<double>(columns) - 1.0;
  const double last_row = static_cast<double>(rows) - 1.0;
  const double top = std::ceil(std::max(box.top, 0.0) - 0.5);
  const double bottom = std::floor(std::min(box.bottom, last_row) + 0.5);
  std::vector<float> spans;
  spans.reserve(2 * rows);
  for (unsigned long i = 0; i < rows; ++i) {
    const double y = static_cast<double>(i);
    Span span{last_column + 1.0, -1.0};  // none
    if (y >= top && y <= bottom) {
      const Span found = SpanOf(image, inverse, y, box);
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
  if (image->colorspace != CMYKColorspace) fill.opacity = TransparentOpacity;
  return fill;
}

Image* Transform(const EffectCall& effect, AffineMatrix matrix) {
  const Image* image = effect.image;
  const double columns = static_cast<double>(image->columns);
  const double rows = static_cast<double>(image->rows);
  const Box placed = BoundsOf(matrix, columns, rows);
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
  if (result.get() && image->colorspace != CMYKColorspace) result.get()->matte = MagickTrue;
  return result.release();
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
      [&] { return lodestone::Transform(effect, m); });
}
