#include "magick/operations/sequence/montage_tile.hpp"

#include <algorithm>
#include <new>

#include "base/owner.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/decorate.h"
#include "magick/core/calls/operation.hpp"
#include "magick/operations/transform/span.hpp"
#include "magick/pixel_cache.h"
#include "magick/operations/sequence/frames.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

using ImageOwner = Owner<Image, DestroyImage>;

// Replaces an image by what was made of it, if anything was.
bool Replace(ImageOwner* image, Image* made) {
  if (made) image->reset(made);
  return made != nullptr;
}

// Half of what a tile is larger, rounded up.
unsigned long Half(long tile, unsigned long image) {
  return static_cast<unsigned long>(std::max(tile - static_cast<long>(image) + 1, 0l)) / 2;
}

bool PutBorder(const MontageLayout& layout, const TilePlace& place, ImageOwner* image,
               ExceptionInfo* exception) {
  if (layout.border == 0) return true;
  const auto width = static_cast<unsigned long>(layout.border);
  const RectangleInfo border = layout.frame
                                   ? RectangleInfo{Half(place.width, (*image)->columns),
                                                   Half(place.height, (*image)->rows), 0, 0}
                                   : RectangleInfo{width, width, 0, 0};
  return Replace(image, BorderImage(image->get(), &border, exception));
}

// A frame without room for its bevels is left out, and the exception says so.
bool PutFrame(const MontageLayout& layout, const TilePlace& place, const MontageText& text,
              ImageOwner* image, ExceptionInfo* exception) {
  FrameInfo frame = *layout.frame;
  frame.width = static_cast<unsigned long>(place.width) + 2 * frame.width;
  frame.height = static_cast<unsigned long>(place.height) + 2 * frame.height;
  frame.height += static_cast<unsigned long>(text.LabelHeight(image->get()));
  return Replace(image, FrameImage(image->get(), &frame, exception)) ||
         (exception && exception->severity == OptionError);
}

// What is left of a colour in the shadow: a grey of half its lightness.
void Darken(PixelPacket* pixel) {
  constexpr double kLeft = 0.53;
  const auto [least, most] = std::minmax({pixel->red, pixel->green, pixel->blue});
  const double lightness = (least / MaxRGBDouble + most / MaxRGBDouble) / 2.0;
  const double grey = MaxRGBDouble * (lightness * kLeft);
  pixel->red = pixel->green = pixel->blue = RoundDoubleToQuantum(grey);
}

// The part of it inside the page.
bool DarkenPart(Image* page, RectangleInfo part, ExceptionInfo* exception) {
  const Span x = Within(part.x, part.width, page->columns);
  const Span y = Within(part.y, part.height, page->rows);
  if (x.extent <= 0 || y.extent <= 0) return true;
  for (long row = y.start; row < y.start + y.extent; ++row) {
    PixelPacket* const pixels =
        GetImagePixelsEx(page, x.start, row, static_cast<unsigned long>(x.extent), 1, exception);
    if (!pixels) return false;
    std::for_each_n(pixels, x.extent, [](PixelPacket& pixel) { Darken(&pixel); });
    if (SyncImagePixelsEx(page, exception) == MagickFail) return false;
  }
  return true;
}

bool DarkenAround(const MontageLayout& layout, const Image* image, long x, long y, Image* page,
                  ExceptionInfo* exception) {
  const auto depth = [](long space) {
    return static_cast<unsigned long>(std::clamp(space, 0l, 4l));
  };
  const unsigned long height = image->rows < 4 ? 0 : image->rows - 4;
  return DarkenPart(page,
                    {depth(layout.space_x), height, x + static_cast<long>(image->columns), y + 4},
                    exception) &&
         DarkenPart(
             page,
             {image->columns, depth(layout.space_y), x + 4, y + static_cast<long>(image->rows)},
             exception);
}
// Where the image, with its border, is in the tile by its gravity, or by that of all.
RectangleInfo InTile(const MontageLayout& layout, const TilePlace& place, GravityType gravity,
                     const Image* image) {
  const ImageOwner tile(AllocateImage(nullptr));
  if (!tile) throw std::bad_alloc();
  tile->columns = static_cast<unsigned long>(place.width);
  tile->rows = static_cast<unsigned long>(place.height);
  tile->gravity = image->gravity != ForgetGravity ? image->gravity : gravity;
  char size[MaxTextExtent];
  MagickFormatString(size, sizeof size, "%lux%lu+0+0", image->columns, image->rows);
  RectangleInfo part;
  (void)GetImageGeometry(tile.get(), size, MagickFalse, &part);
  part.x += layout.border;
  part.y += layout.border;
  return part;
}

// Where the label begins: in the frame below the image, or below the tile.
RectangleInfo BelowTile(const MontageLayout& layout, const TilePlace& place, const Image* image) {
  const long width = layout.frame ? static_cast<long>(image->columns) : place.width;
  const long below = layout.frame ? place.height + layout.border + 2
                                  : layout.height + layout.border + layout.shadow;
  return {static_cast<unsigned long>(std::max(width - 2 * layout.border, 0l)), 0,
          place.x + layout.border, place.y + below};
}

}  // namespace

bool DrawTile(const MontageLayout& layout, GravityType gravity, const TilePlace& place,
              const Image* thumbnail, MontageText* text, Image* page, ExceptionInfo* exception) {
  ImageOwner image(CloneImage(thumbnail, 0, 0, MagickTrue, exception));
  if (!image || !PutBorder(layout, place, &image, exception)) return false;
  RectangleInfo part = InTile(layout, place, gravity, image.get());
  if (layout.has_bevels()) {
    if (!PutFrame(layout, place, *text, &image, exception)) return false;
    part.x = part.y = 0;
  }
  if (LocaleCompare(image->magick, "NULL") == 0) return true;
  part.x += place.x;
  part.y += place.y;
  if (!ComposeOnto(page, image->compose, image.get(), part.x, part.y, exception) ||
      (layout.shadow != 0 && !DarkenAround(layout, image.get(), part.x, part.y, page, exception)))
    return false;
  text->DrawLabel(image.get(), BelowTile(layout, place, image.get()), page);
  return true;
}

}  // namespace lodestone
