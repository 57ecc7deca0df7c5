// The primitives color and matte.
#include <optional>

#include "magick/core/color/over.hpp"
#include "magick/operations/draw/mvg/draw_primitive.hpp"
#include "magick/operations/draw/raster/tile_row.hpp"
#include "magick/paint.h"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/core/pixels/row_iteration.hpp"
#include "magick/operations/tone/near_color.hpp"

namespace lodestone {
namespace {

void Check(bool done, const Image* image) {
  if (done) return;
  if (image->exception.severity >= ErrorException) throw DrawStopped{};
  throw Nonconforming{};
}

// Places outside of the image are left alone.
template <class Change>
void ChangePixel(Image* image, long x, long y, Change change) {
  if (x < 0 || y < 0 || static_cast<unsigned long>(x) >= image->columns ||
      static_cast<unsigned long>(y) >= image->rows)
    return;
  PixelPacket* const pixel = GetImagePixelsEx(image, x, y, 1, 1, &image->exception);
  if (!pixel) throw DrawStopped{};
  change(pixel);
  Check(SyncImagePixelsEx(image, &image->exception) != MagickFail, image);
}

// Calls make_band()(y, pixels, exception) for all rows.
template <class MakeBand>
void ChangeRows(Image* image, MakeBand make_band) {
  const auto make = [&] {
    return [image, band = make_band(), view = PixelView()](std::size_t y,
                                                           ExceptionInfo* exception) mutable {
      PixelPacket* const pixels = view.Select(image, {image->columns, 1, 0, static_cast<long>(y)},
                                              PixelView::Access::kReadWrite, exception);
      return pixels && band(y, pixels, exception) && view.Sync(image, exception);
    };
  };
  Check(ForEachRow({image->columns, image->rows, 0}, &image->exception, make,
                   [](unsigned long, ExceptionInfo*) { return true; }),
        image);
}

// Calls change(pixel) for all pixels.
template <class Change>
void ChangeAll(Image* image, Change change) {
  ChangeRows(image, [=] {
    return [=](std::size_t, PixelPacket* pixels, ExceptionInfo*) {
      for (unsigned long x = 0; x < image->columns; ++x) change(pixels + x);
      return true;
    };
  });
}

// Puts the fill on pixels of a row that have a colour.
class Replacer {
 public:
  Replacer(const Image* image, const DrawInfo& info, const PixelPacket& target)
      : columns_(image->columns), is_target_(image, target), fill_(info.fill) {
    if (!info.fill_pattern) return;
    tiles_.emplace(info.fill_pattern);
    opaque_ = !info.fill_pattern->matte;
  }
  bool operator()(std::size_t y, PixelPacket* pixels, ExceptionInfo* exception) {
    if (tiles_ && !tiles_->Select(y, exception)) return false;
    for (unsigned long x = 0; x < columns_; ++x)
      if (is_target_(pixels[x])) pixels[x] = Over(FillAt(x), pixels[x]);
    return true;
  }

 private:
  PixelPacket FillAt(std::size_t x) const {
    PixelPacket color = tiles_ ? tiles_->At(x) : fill_;
    if (tiles_ && opaque_) color.opacity = OpaqueOpacity;
    return color;
  }

  unsigned long columns_;
  NearColor is_target_;
  PixelPacket fill_;
  std::optional<TileRow> tiles_;
  bool opaque_ = false;
};

}  // namespace

void DrawColor(Image* image, const DrawInfo& info, PaintMethod method, long x, long y) {
  const PixelPacket fill = info.fill;
  switch (method) {
    case ReplaceMethod: {
      const PixelPacket target = OnePixel(image, x, y, &image->exception);
      return ChangeRows(image, [&, target] { return Replacer(image, info, target); });
    }
    case FloodfillMethod:
    case FillToBorderMethod: {
      const PixelPacket target = method == FillToBorderMethod
                                     ? info.border_color
                                     : OnePixel(image, x, y, &image->exception);
      return Check(ColorFloodfillImage(image, &info, target, x, y, method) != MagickFail, image);
    }
    case ResetMethod:
      return ChangeAll(image, [=](PixelPacket* pixel) { *pixel = fill; });
    default:
      return ChangePixel(image, x, y, [=](PixelPacket* pixel) { *pixel = fill; });
  }
}

void DrawMatte(Image* image, const DrawInfo& info, PaintMethod method, long x, long y) {
  if (!image->matte) SetImageOpacity(image, OpaqueOpacity);
  const Quantum opacity = info.fill.opacity;
  switch (method) {
    case ReplaceMethod: {
      const PixelPacket target = OnePixel(image, x, y, &image->exception);
      return Check(TransparentImage(image, target, TransparentOpacity) != MagickFail, image);
    }
    case FloodfillMethod:
    case FillToBorderMethod: {
      const PixelPacket target = method == FillToBorderMethod
                                     ? info.border_color
                                     : OnePixel(image, x, y, &image->exception);
      return Check(
          MatteFloodfillImage(image, target, TransparentOpacity, x, y, method) != MagickFail,
          image);
    }
    case ResetMethod:
      return ChangeAll(image, [=](PixelPacket* pixel) { pixel->opacity = opacity; });
    default:
      return ChangePixel(image, x, y,
                         [](PixelPacket* pixel) { pixel->opacity = TransparentOpacity; });
  }
}

}  // namespace lodestone
