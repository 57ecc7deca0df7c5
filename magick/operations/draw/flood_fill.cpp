// Filling connected pixels.
#include <algorithm>
#include <cstddef>
#include <optional>

#include "magick/core/color/over.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/operations/draw/flood_area.hpp"
#include "magick/operations/draw/raster/tile_row.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/paint.h"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/core/pixels/row_iteration.hpp"
#include "magick/operations/tone/near_color.hpp"

namespace lodestone {
namespace {

struct Place {
  long x, y;
  bool IsInside(const Image* image) const {
    return x >= 0 && y >= 0 && static_cast<unsigned long>(x) < image->columns &&
           static_cast<unsigned long>(y) < image->rows;
  }
};

// The flood starts at the place, and at the pixel below, which is in it already if the place is.
bool Flood(Image* image, const PixelPacket* pixels, const FloodArea::RowTest& test,
           const Place& place, FloodArea* area) {
  const auto x = static_cast<std::size_t>(place.x), y = static_cast<std::size_t>(place.y);
  return pixels && area->Prepare(image, pixels, test) && area->Cover(x, y) &&
         (y + 1 >= image->rows || area->Cover(x, y + 1));
}

// Calls make_row()(y, exception) for the rows of the area.
template <class MakeRow>
bool ChangeRows(Image* image, const FloodArea& area, MakeRow make_row) {
  if (area.first_row() >= area.end_row()) return true;
  const auto make_band = [&] {
    return [&area, change = make_row()](std::size_t row, ExceptionInfo* exception) mutable {
      return change(area.first_row() + row, exception);
    };
  };
  return ForEachRow({image->columns, area.end_row() - area.first_row(), 0}, &image->exception,
                    make_band, [](unsigned long, ExceptionInfo*) { return true; });
}

// Copies of an image on a colour.
class Pattern {
 public:
  Pattern(const Image* image, const PixelPacket& base)
      : tiles_(image), opaque_(!image->matte), base_(base) {}

  bool SelectRow(std::size_t y, ExceptionInfo* exception) { return tiles_.Select(y, exception); }
  PixelPacket At(std::size_t x) const {
    PixelPacket color = tiles_.At(x);
    if (opaque_) color.opacity = OpaqueOpacity;
    return Over(color, base_);
  }

 private:
  TileRow tiles_;
  const bool opaque_;
  const PixelPacket base_;
};

PixelPacket* AllPixels(Image* image) {
  return GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
}

bool FillColor(Image* image, const FloodArea& area, PixelPacket* pixels, const PixelPacket& fill) {
  return ChangeRows(image, area, [&] {
    return [&](std::size_t y, ExceptionInfo*) {
      area.ForCovered(y, [&](std::size_t x) { pixels[y * image->columns + x] = fill; });
      return true;
    };
  });
}

bool FillPattern(Image* image, const FloodArea& area, PixelPacket* pixels, const Image* pattern,
                 const PixelPacket& fill) {
  return ChangeRows(image, area, [&] {
    return [&, tiles = Pattern(pattern, fill)](std::size_t y, ExceptionInfo* exception) mutable {
      if (!tiles.SelectRow(y, exception)) return false;
      area.ForCovered(y, [&](std::size_t x) { pixels[y * image->columns + x] = tiles.At(x); });
      return true;
    };
  });
}

// The pattern has pixels, and is another image; else null with *exception set.
const Image* Usable(const Image* pattern, const Image* image, std::optional<ImageHolder>& made,
                    ExceptionInfo* exception) {
  if (!SizeIsUsable(pattern->columns, pattern->rows, "Unable to floodfill image",
                    "Pattern has no pixels", exception))
    return nullptr;
  if (pattern == image) {
    made.emplace(CloneImage(pattern, 0, 0, MagickTrue, exception));
    pattern = made->get();
  }
  return pattern && AcquireImagePixels(pattern, 0, 0, 1, 1, exception) ? pattern : nullptr;
}

MagickPassFail FloodColor(Image* image, const DrawInfo& draw_info, const PixelPacket& target,
                          const Place& place, PaintMethod method) {
  const NearColor is_target(image, target), is_fill(image, draw_info.fill);
  if (!place.IsInside(image) || is_target(draw_info.fill)) return MagickFail;
  std::optional<ImageHolder> made;
  const Image* pattern = draw_info.fill_pattern;
  if (pattern && !(pattern = Usable(pattern, image, made, &image->exception))) return MagickFail;
  image->storage_class = DirectClass;
  PixelPacket* const pixels = AllPixels(image);
  const auto is_within = [=](const PixelPacket& pixel) {
    return !is_target(pixel) && !is_fill(pixel);
  };
  const auto test =
      method == FloodfillMethod ? FloodArea::TestOf(is_target) : FloodArea::TestOf(is_within);
  FloodArea area;
  if (!Flood(image, pixels, test, place, &area)) return MagickFail;
  const bool filled = pattern ? FillPattern(image, area, pixels, pattern, draw_info.fill)
                              : FillColor(image, area, pixels, draw_info.fill);
  return filled ? SyncImagePixelsEx(image, &image->exception) : MagickFail;
}

MagickPassFail FloodOpacity(Image* image, const PixelPacket& target, Quantum opacity,
                            const Place& place, PaintMethod method) {
  if (!place.IsInside(image) || target.opacity == opacity ||
      OnePixel(image, place.x, place.y, &image->exception).opacity == opacity ||
      SetImageType(image, TrueColorMatteType) == MagickFail)
    return MagickFail;
  PixelPacket* const pixels = AllPixels(image);
  const NearColor has_color(image, target);
  const auto is_target = [=](const PixelPacket& pixel) {
    return pixel.opacity == target.opacity && has_color(pixel);
  };
  const auto is_within = [=](const PixelPacket& pixel) {
    return !is_target(pixel) && pixel.opacity != opacity;
  };
  const auto test =
      method == FloodfillMethod ? FloodArea::TestOf(is_target) : FloodArea::TestOf(is_within);
  FloodArea area;
  if (!Flood(image, pixels, test, place, &area)) return MagickFail;
  const bool filled = ChangeRows(image, area, [&] {
    return [&](std::size_t y, ExceptionInfo*) {
      area.ForCovered(y, [&](std::size_t x) { pixels[y * image->columns + x].opacity = opacity; });
      return true;
    };
  });
  return filled ? SyncImagePixelsEx(image, &image->exception) : MagickFail;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail ColorFloodfillImage(Image* image, const DrawInfo* draw_info,
                                   const PixelPacket target, const long x_offset,
                                   const long y_offset, const PaintMethod method) {
  if (!image || !draw_info) return MagickFail;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    if (!CheckKnown(method, &image->exception)) return MagickFail;
    return FloodColor(image, *draw_info, target, {x_offset, y_offset}, method);
  });
}

MagickPassFail MatteFloodfillImage(Image* image, const PixelPacket target,
                                   const unsigned int opacity, const long x_offset,
                                   const long y_offset, const PaintMethod method) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    if (!CheckKnown(method, &image->exception)) return MagickFail;
    const auto value = static_cast<Quantum>(std::min(opacity, MaxRGB));
    return FloodOpacity(image, target, value, {x_offset, y_offset}, method);
  });
}
