#include "magick/operations/sequence/montage_layout.hpp"

#include <algorithm>
#include <string>

#include "magick/core/errors/error.hpp"
#include "magick/core/geometry/far_away.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr char kUnable[] = "unable to create image montage";

// Sums of as many as a page has tiles cannot overflow.
constexpr long kMost = sizeof(long) > 4 ? kFarAway : 1 << 16;

void Refuse(const char* description, ExceptionInfo* exception) {
  Throw(exception, OptionError, kUnable, description);
}

bool IsUsable(std::initializer_list<unsigned long> sizes, std::initializer_list<long> offsets) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](unsigned long size) { return size <= kMost; }) &&
         std::all_of(offsets.begin(), offsets.end(),
                     [](long offset) { return offset >= -kMost && offset <= kMost; });
}

// As many rows as columns, unless the settings say how many.
bool CountTiles(const char* tile, std::size_t thumbnails, MontageLayout* layout,
                ExceptionInfo* exception) {
  layout->columns = 1;
  while (layout->columns * layout->columns < thumbnails) ++layout->columns;
  layout->rows = layout->columns;
  if (tile) {
    long x = 0, y = 0;
    layout->rows = thumbnails;
    (void)GetGeometry(tile, &x, &y, &layout->columns, &layout->rows);
  }
  if (layout->columns == 0 || layout->rows == 0) Refuse("no tiles per page", exception);
  return layout->columns != 0 && layout->rows != 0;
}

// "WxH+outer+inner"; what is missing follows from the rest.
FrameInfo FrameOf(const char* text, const RectangleInfo& tile) {
  FrameInfo frame{};
  frame.width = tile.width;
  frame.height = tile.height;
  const std::string absolute = std::string(text) + "!";
  const int flags = GetMagickGeometry(absolute.c_str(), &frame.outer_bevel, &frame.inner_bevel,
                                      &frame.width, &frame.height);
  if ((flags & HeightValue) == 0) frame.height = frame.width;
  if ((flags & XValue) == 0) frame.outer_bevel = static_cast<long>(frame.width >> 2) + 1;
  if ((flags & YValue) == 0) frame.inner_bevel = frame.outer_bevel;
  frame.x = static_cast<long>(frame.width);
  frame.y = static_cast<long>(frame.height);
  return frame;
}

bool SetFrame(const char* text, const RectangleInfo& tile, MontageLayout* layout) {
  if (!text) return true;
  const FrameInfo frame = FrameOf(text, tile);
  if (!IsUsable({frame.width, frame.height}, {frame.outer_bevel, frame.inner_bevel})) return false;
  layout->frame = frame;
  layout->border = std::max(frame.x, frame.y);
  return true;
}

bool SetTile(const MontageInfo& settings, std::span<Image* const> thumbnails,
             MontageLayout* layout) {
  if (!IsUsable({settings.border_width}, {})) return false;
  layout->border = static_cast<long>(settings.border_width);
  RectangleInfo tile{thumbnails[0]->columns, thumbnails[0]->rows, layout->border, layout->border};
  if (settings.geometry) {
    const int flags = GetGeometry(settings.geometry, &tile.x, &tile.y, &tile.width, &tile.height);
    layout->concatenate = tile.x == 0 && tile.y == 0 && (flags & (WidthValue | HeightValue)) == 0;
  }
  if (!SetFrame(settings.frame, tile, layout)) return false;
  for (const Image* thumbnail : thumbnails.subspan(1)) {
    tile.width = std::max(tile.width, thumbnail->columns);
    tile.height = std::max(tile.height, thumbnail->rows);
  }
  layout->width = static_cast<long>(tile.width);
  layout->height = static_cast<long>(tile.height);
  layout->space_x = tile.x;
  layout->space_y = tile.y;
  return IsUsable({tile.width, tile.height}, {tile.x, tile.y});
}

}  // namespace

std::optional<MontageLayout> LayoutOf(const MontageInfo& settings, const MontageText& text,
                                      std::span<Image* const> thumbnails,
                                      ExceptionInfo* exception) {
  MontageLayout layout{};
  if (!CountTiles(settings.tile, thumbnails.size(), &layout, exception)) return std::nullopt;
  if (!SetTile(settings, thumbnails, &layout)) {
    Refuse("a size is out of range", exception);
    return std::nullopt;
  }
  for (const Image* thumbnail : thumbnails)
    layout.label_height = std::max(layout.label_height, text.LabelHeight(thumbnail));
  layout.shadow = settings.shadow ? 4 : 0;
  if (settings.title) layout.title_height = text.TitleHeight() + 2 * layout.space_y;
  return layout;
}

std::vector<TilePlace> PlacesOf(const MontageLayout& layout, std::span<Image* const> thumbnails,
                                long* columns, long* rows) {
  std::vector<TilePlace> places;
  long x = 0, y = layout.title_height, highest = 0;
  *columns = *rows = 0;
  for (std::size_t i = 0; i < thumbnails.size(); ++i) {
    highest = std::max(highest, static_cast<long>(thumbnails[i]->rows));
    const TilePlace place{
        x + layout.space_x, y + layout.space_y,
        layout.concatenate ? static_cast<long>(thumbnails[i]->columns) : layout.width,
        layout.concatenate ? highest : layout.height};
    places.push_back(place);
    x += place.width + layout.margin_x();
    *columns = std::max(*columns, x);
    if (i + 1 != thumbnails.size() && (i + 1) % layout.columns != 0) continue;
    x = highest = 0;
    y += place.height + layout.margin_y();
    *rows = std::max(*rows, y);
  }
  return places;
}

}  // namespace lodestone
