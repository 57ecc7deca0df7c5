#include "magick/operations/annotate/glyph_painter.hpp"

#include <algorithm>
#include <cmath>

#include "magick/core/color/over.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

// The opaque share of the paint, as a sample. Without antialiasing, half is enough.
double OpaqueShare(unsigned char covered, bool antialias) {
  constexpr double kFull = 255.0;
  if (antialias) return MaxRGBDouble / kFull * covered;
  return covered < 127 ? 0.0 : MaxRGBDouble;
}

// Whole steps are rounded by half a step before the division, which leaves a fraction of a step:
// GraphicsMagick's rule.
double Opacity(double share, Quantum opacity) {
  constexpr double kHalf = MaxRGB >> 1;
  return MaxRGBDouble - (share * (MaxRGBDouble - opacity) + kHalf) / MaxRGBDouble;
}

// Patterns repeat over the whole plane.
PixelPacket PatternColor(const Image* pattern, double x, double y, ExceptionInfo* exception) {
  const auto wrapped = [](double position, long start, unsigned long size) {
    return static_cast<long>(
        static_cast<unsigned long>(static_cast<long>(position - static_cast<double>(start))) %
        size);
  };
  return AcquireOnePixel(pattern, wrapped(x, pattern->tile_info.x, pattern->columns),
                         wrapped(y, pattern->tile_info.y, pattern->rows), exception);
}

struct Part {
  long start, end;  // of the glyph
};

// The part of `count` pixels from `first` that is inside `size`.
Part Inside(double first, std::size_t count, unsigned long size) {
  const double last = static_cast<double>(size) - first;
  const double most = static_cast<double>(count);
  return {static_cast<long>(std::clamp(-first, 0.0, most)),
          static_cast<long>(std::clamp(last, 0.0, most))};
}

class GlyphPainter {
 public:
  GlyphPainter(const GlyphCoverage& glyph, const PointInfo& origin, const GlyphPaint& paint,
               Image* image)
      : glyph_(glyph),
        x_(origin.x + static_cast<double>(glyph.left)),
        y_(origin.y - static_cast<double>(glyph.top)),
        paint_(paint),
        image_(image) {}

  bool Run() {
    const double left = std::ceil(x_ - 0.5), top = std::ceil(y_ - 0.5);
    columns_ = Inside(left, glyph_.columns, image_->columns);
    const Part rows = Inside(top, glyph_.rows, image_->rows);
    if (columns_.start >= columns_.end) return true;
    for (long y = rows.start; y < rows.end; ++y)
      if (!PaintRow(y, static_cast<long>(left), static_cast<long>(top) + y)) return false;
    return true;
  }

 private:
  bool PaintRow(long y, long left, long row) {
    PixelPacket* pixel = GetImagePixelsEx(image_, left + columns_.start, row,
                                          static_cast<unsigned long>(columns_.end - columns_.start),
                                          1, &image_->exception);
    if (pixel == nullptr) return false;
    const unsigned char* covered =
        glyph_.samples.data() + static_cast<std::size_t>(y) * glyph_.columns;
    PixelPacket color = paint_.color;
    for (long x = columns_.start; x < columns_.end; ++x, ++pixel) {
      if (paint_.pattern != nullptr)
        color = PatternColor(paint_.pattern, x_ + static_cast<double>(x),
                             y_ + static_cast<double>(y), &image_->exception);
      Put(color, covered[x], pixel);
    }
    return SyncImagePixelsEx(image_, &image_->exception) != MagickFail;
  }

  void Put(const PixelPacket& color, unsigned char covered, PixelPacket* pixel) const {
    const double opacity = Opacity(OpaqueShare(covered, paint_.antialias), color.opacity);
    PixelPacket base = *pixel;
    if (!image_->matte) base.opacity = OpaqueOpacity;
    *pixel = MixedOver(color, opacity / MaxRGBDouble, base);
  }

  const GlyphCoverage& glyph_;
  const double x_, y_;  // of the first pixel
  const GlyphPaint& paint_;
  Image* const image_;
  Part columns_{};
};

}  // namespace

bool PaintGlyph(const GlyphCoverage& glyph, const PointInfo& origin, const GlyphPaint& paint,
                Image* image) {
  return GlyphPainter(glyph, origin, paint, image).Run();
}

}  // namespace lodestone
