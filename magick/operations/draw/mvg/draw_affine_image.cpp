// Drawing an image where a matrix takes it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "magick/core/color/over.hpp"
#include "magick/operations/draw/mvg/recursion.hpp"
#include "magick/core/geometry/affine_area.hpp"
#include "magick/monitor.h"
#include "magick/core/calls/operation.hpp"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/core/pixels/row_iteration.hpp"

namespace lodestone {
namespace {

// Pixels between those of an image.
class Interpolated {
 public:
  // False with *exception set: no pixels.
  bool Open(const Image* image, ExceptionInfo* exception) {
    image_ = image;
    border_ = VirtualBorder(image);
    weighs_ = image->matte && IsRGBColorspace(image->colorspace);
    pixels_ = view_.Acquire(image, {image->columns, image->rows, 0, 0}, exception);
    return pixels_ != nullptr;
  }

  // Transparent pixels have no part in the colour.
  PixelPacket At(double x, double y) const {
    const double right = x - std::floor(x), below = y - std::floor(y);
    const double left = 1.0 - right, above = 1.0 - below;
    const long column = static_cast<long>(x), row = static_cast<long>(y);
    const PixelPacket p[] = {Pixel(column, row), Pixel(column + 1, row), Pixel(column, row + 1),
                             Pixel(column + 1, row + 1)};
    const double area[] = {Area(p[0], above * left), Area(p[1], above * right),
                           Area(p[2], below * left), Area(p[3], below * right)};
    const double all = area[0] + area[1] + area[2] + area[3];
    if (all <= 0.5 / MaxRGBDouble) return {0, 0, 0, TransparentOpacity};
    const auto mean = [&](Quantum PixelPacket::*sample) {
      return static_cast<Quantum>((area[0] * p[0].*sample + area[1] * p[1].*sample +
                                   area[2] * p[2].*sample + area[3] * p[3].*sample) /
                                      all +
                                  0.5);
    };
    PixelPacket pixel;
    pixel.red = mean(&PixelPacket::red);
    pixel.green = mean(&PixelPacket::green);
    pixel.blue = mean(&PixelPacket::blue);
    pixel.opacity = OpaqueOpacity;
    if (weighs_)
      pixel.opacity =
          static_cast<Quantum>(above * (left * p[0].opacity + right * p[1].opacity) +
                               below * (left * p[2].opacity + right * p[3].opacity) + 0.5);
    return pixel;
  }

 private:
  double Area(const PixelPacket& pixel, double area) const {
    return !weighs_ || pixel.opacity != TransparentOpacity ? area : 0.0;
  }
  const PixelPacket& Pixel(long x, long y) const {
    const auto columns = static_cast<long>(image_->columns);
    const auto rows = static_cast<long>(image_->rows);
    if (x < 0 || y < 0 || x >= columns || y >= rows) {
      x = static_cast<long>(kernels::BorderIndex(border_, x, columns));
      y = static_cast<long>(kernels::BorderIndex(border_, y, rows));
      if (x < 0 || y < 0) return image_->background_color;
    }
    return pixels_[y * columns + x];
  }

  const Image* image_ = nullptr;
  kernels::Border border_{};
  bool weighs_ = false;
  PixelView view_;
  const PixelPacket* pixels_ = nullptr;
};

// Puts rows of an image over those of another.
class RowPainter {
 public:
  RowPainter(Image* image, const Image* part, const AffineMatrix& inverse, const AffineBox& box)
      : image_(image), part_(part), inverse_(inverse), box_(box) {}

  bool operator()(long y, const Interpolated& pixels, ExceptionInfo* exception) {
    const double row = static_cast<double>(y);
    const AffineSpan span = SpanOf(part_, inverse_, row, box_);
    const double last_column = static_cast<double>(image_->columns) - 1.0;
    const double first = std::ceil(std::max(span.first, 0.0) - 0.5);
    const double last = std::floor(std::min(span.last, last_column) + 0.5);
    if (span.last < span.first || last < first) return true;
    const auto begin = static_cast<long>(first);
    const auto count = static_cast<unsigned long>(last - first) + 1;
    PixelPacket* to =
        view_.Select(image_, {count, 1, begin, y}, PixelView::Access::kReadWrite, exception);
    if (!to) return false;
    for (double x = first; x <= last; x += 1.0, ++to) {
      PixelPacket pixel = pixels.At(x * inverse_.sx + row * inverse_.ry + inverse_.tx,
                                    x * inverse_.rx + row * inverse_.sy + inverse_.ty);
      if (!part_->matte) pixel.opacity = OpaqueOpacity;
      *to = Over(pixel, *to);
    }
    return view_.Sync(image_, exception);
  }

 private:
  Image* image_;
  const Image* part_;
  AffineMatrix inverse_;
  AffineBox box_;
  PixelView view_;
};

AffineMatrix InverseOf(const AffineMatrix& matrix) {
  if (const std::optional<AffineMatrix> inverse = Inverse(matrix)) return *inverse;
  char text[80];
  std::snprintf(text, sizeof text, "Inverse affine divisor: %g",
                matrix.sx * matrix.sy - matrix.rx * matrix.ry);
  throw DrawFailure{DrawError, "unreasonable affine matrix", text};
}

MagickPassFail DrawPart(Image* image, const Image* part, const AffineMatrix& matrix) {
  const AffineBox box =
      BoundsOf(matrix, static_cast<double>(part->columns), static_cast<double>(part->rows));
  for (const double side : {box.left, box.top, box.right, box.bottom})
    if (!std::isfinite(side)) throw DrawFailure{DrawError, "unreasonable affine matrix", ""};
  if (SetImageType(image, TrueColorType) == MagickFail) return MagickFail;
  const AffineMatrix inverse = InverseOf(matrix);
  const double last_row = static_cast<double>(image->rows) - 1.0;
  const double top = std::ceil(std::max(box.top, 0.0) - 0.5);
  const double bottom = std::floor(std::min(box.bottom, last_row) + 0.5);
  if (bottom < top) return MagickPass;
  Interpolated pixels;
  if (!pixels.Open(part, &image->exception)) return MagickFail;
  const auto first = static_cast<long>(top);
  const auto rows = static_cast<unsigned long>(bottom - top) + 1;
  const auto make_band = [&] {
    return [&, painter = RowPainter(image, part, inverse, box)](std::size_t row,
                                                                ExceptionInfo* exception) mutable {
      return painter(first + static_cast<long>(row), pixels, exception);
    };
  };
  const auto report = [&](unsigned long row, ExceptionInfo* exception) {
    return MagickMonitorFormatted(static_cast<magick_int64_t>(row), rows, exception,
                                  "[%s] Affine composite...", image->filename) != MagickFail;
  };
  return ForEachRow({image->columns, rows, 0}, &image->exception, make_band, report) ? MagickPass
                                                                                     : MagickFail;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail DrawAffineImage(Image* image, const Image* composite, const AffineMatrix* affine) {
  return GuardDrawing(image, {image, composite, affine}, [&]() -> MagickPassFail {
    const ImageHolder copy(
        composite == image ? CloneImage(composite, 0, 0, MagickTrue, &image->exception) : nullptr);
    if (composite == image && !copy.get()) return MagickFail;
    return DrawPart(image, copy.get() ? copy.get() : composite, *affine);
  });
}
