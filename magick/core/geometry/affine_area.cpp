#include "magick/core/geometry/affine_area.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lodestone {
namespace {

// GraphicsMagick's.
constexpr double kEpsilon = 1e-12, kLeastDeterminant = 1e-4;

// Restricts a span of columns x to those where x * slope + offset is in 0 ... size; false if there
// is none whatever x is.
bool Restrict(double slope, double offset, double size, AffineSpan* span) {
  if (std::abs(slope) <= kEpsilon) return offset >= 0.0 && offset < size;
  const double low = slope > 0.0 ? -offset / slope : (size - offset) / slope;
  const double high = slope > 0.0 ? (size - offset) / slope : -offset / slope;
  span->first = std::max(span->first, std::ceil(low + kEpsilon - 0.5));
  span->last = std::min(span->last, std::ceil(high - kEpsilon - 0.5));
  return true;
}

}  // namespace

AffineBox BoundsOf(const AffineMatrix& m, double columns, double rows) {
  constexpr double kMost = std::numeric_limits<double>::infinity();
  AffineBox box{kMost, kMost, -kMost, -kMost};
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {columns, 0.0}, {columns, rows}, {0.0, rows}}) {
    const double to_x = x * m.sx + y * m.ry + m.tx, to_y = x * m.rx + y * m.sy + m.ty;
    box = {std::min(box.left, to_x), std::min(box.top, to_y), std::max(box.right, to_x),
           std::max(box.bottom, to_y)};
  }
  return box;
}

std::optional<AffineMatrix> Inverse(const AffineMatrix& m) {
  const double determinant = m.sx * m.sy - m.rx * m.ry;
  if (std::abs(determinant) < kLeastDeterminant) return std::nullopt;
  const double scale = 1.0 / determinant;
  AffineMatrix inverse{scale * m.sy, scale * -m.rx, scale * -m.ry, scale * m.sx, 0.0, 0.0};
  inverse.tx = -m.tx * inverse.sx - m.ty * inverse.ry;
  inverse.ty = -m.tx * inverse.rx - m.ty * inverse.sy;
  return inverse;
}

AffineSpan SpanOf(const Image* image, const AffineMatrix& inverse, double y, const AffineBox& box) {
  AffineSpan span{box.left, box.right};
  const double column = inverse.ry * (y + 0.5) + inverse.tx;
  const double row = inverse.sy * (y + 0.5) + inverse.ty;
  if (!Restrict(inverse.sx, column, static_cast<double>(image->columns), &span) ||
      !Restrict(inverse.rx, row, static_cast<double>(image->rows), &span))
    span.last = box.left;
  return span;
}

}  // namespace lodestone
