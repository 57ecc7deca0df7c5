#include "magick/operations/draw/raster/paint_outline.hpp"

#include <cmath>

#include "magick/operations/draw/raster/paint_shape.hpp"
#include "magick/operations/draw/shapes/stroke.hpp"
#include "magick/gem.h"

namespace lodestone {
namespace {

// Whether the ends of a line have a fill of their own below round caps.
struct EndFills {
  bool first, last;
};

class OutlinePainter {
 public:
  OutlinePainter(Image* image, const DrawInfo& info)
      : image_(image), info_(info), half_width_(HalfWidth(info, image)) {}

  void Paint(const Outline& outline) const {
    if (outline.subpaths.empty()) return;
    if (IsDashed()) {
      PaintFill(outline);
      return PaintDashes(outline);
    }
    if (!NeedsStroker(outline))
      return PaintShape(image_, outline.points, outline.subpaths, PaintOf(info_, half_width_));
    PaintFill(outline);
    const Subpath& only = outline.subpaths.front();
    PaintStroke(outline.points, only.closed, info_.miterlimit, FillsOf(outline, only.count - 1));
  }

 private:
  static EndFills FillsOf(const Outline& outline, std::size_t last) {
    return {true, last < outline.given};
  }

  bool IsDashed() const {
    return info_.dash_pattern != nullptr && info_.dash_pattern[0] != 0.0 &&
           ExpandAffine(&info_.affine) * info_.stroke_width > kDrawEpsilon &&
           info_.stroke.opacity != TransparentOpacity;
  }

  // Thin strokes, round ones, and those of several subpaths follow from distances alone.
  bool NeedsStroker(const Outline& outline) const {
    if (!(half_width_ > 1.0) || info_.stroke.opacity == TransparentOpacity) return false;
    const bool round_ends = info_.linecap == RoundCap || outline.subpaths.front().closed;
    return outline.subpaths.size() == 1 && !(round_ends && info_.linejoin == RoundJoin);
  }

  // A stroke of an image remains as a thin line, as in GraphicsMagick.
  void PaintFill(const Outline& outline) const {
    ShapePaint paint = PaintOf(info_, 0.0);
    paint.stroke.color.opacity = TransparentOpacity;
    PaintShape(image_, outline.points, outline.subpaths, paint);
  }

  void PaintStroke(std::span<const PointInfo> line, bool closed, unsigned long miter_limit,
                   const EndFills& fills) const {
    if (line.size() < 2) return;
    const StrokeShape shape{half_width_, info_.linecap, info_.linejoin, miter_limit};
    const Points sides = StrokeOutline(line, closed, shape);
    ShapePaint paint = PaintOf(info_, 0.0);
    paint.fill = paint.stroke;
    paint.stroke.color.opacity = TransparentOpacity;
    paint.rule = NonZeroRule;
    const Subpath subpath{sides.size(), closed};
    if (!sides.empty()) PaintShape(image_, sides, {&subpath, 1}, paint);
    if (info_.linecap != RoundCap || closed) return;
    PaintRoundCap(line.front(), fills.first);
    PaintRoundCap(line.back(), fills.last);
  }

  void PaintRoundCap(const PointInfo& end, bool fills) const {
    constexpr double kSmall = 10.0 * kDrawEpsilon;
    const PointInfo square[] = {
        end, {end.x + kSmall, end.y}, {end.x + kSmall, end.y + kSmall}, {end.x, end.y + kSmall}};
    constexpr Subpath kOpen{4, false};
    ShapePaint paint = PaintOf(info_, half_width_);
    paint.fills = fills;
    PaintShape(image_, square, {&kOpen, 1}, paint);
  }

  // Subpaths are one line, as in GraphicsMagick, and dashes closed if the first of them is.
  void PaintDashes(const Outline& outline) const {
    const auto columns = static_cast<double>(image_->columns);
    const auto rows = static_cast<double>(image_->rows);
    const double longest = 100.0 * std::sqrt(columns * columns + rows * rows + kDrawEpsilon);
    const Dashes dashes{info_.dash_pattern, ExpandAffine(&info_.affine), info_.dash_offset,
                        longest};
    const bool closed = outline.subpaths.front().closed;
    ForDashes(outline.points, dashes, [&](const Points& dash, std::size_t end) {
      PaintStroke(dash, closed, 0, FillsOf(outline, end));
    });
  }

  Image* const image_;
  const DrawInfo& info_;
  const double half_width_;
};

}  // namespace

void PaintOutline(Image* image, const DrawInfo& info, const Outline& outline) {
  OutlinePainter(image, info).Paint(outline);
}

}  // namespace lodestone
