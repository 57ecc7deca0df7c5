// Where the thumbnails of a montage are.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "magick/montage.h"
#include "magick/operations/sequence/montage_text.hpp"

namespace lodestone {

// Pages hold columns x rows tiles.
struct MontageLayout {
  unsigned long columns, rows;
  long width, height;     // of a tile, unless the tiles are next to one another
  long space_x, space_y;  // on both sides of each, outside its border
  long border;
  bool concatenate;  // tiles are as large as their thumbnails
  std::optional<FrameInfo> frame;
  long label_height, shadow, title_height;

  bool has_bevels() const { return frame && (frame->inner_bevel > 0 || frame->outer_bevel > 0); }
  // On both sides.
  long margin_x() const { return 2 * (space_x + border); }
  // Above and below, with the label and the shadow.
  long margin_y() const { return 2 * (space_y + border) + label_height + shadow; }
};

// The layout that the settings ask for. Empty with *exception set if there is none.
std::optional<MontageLayout> LayoutOf(const MontageInfo& settings, const MontageText& text,
                                      std::span<Image* const> thumbnails, ExceptionInfo* exception);

// A tile's upper left corner on its page, without border, and its size.
struct TilePlace {
  long x, y, width, height;
};

// The places of the thumbnails of one page, which becomes *columns x *rows pixels.
std::vector<TilePlace> PlacesOf(const MontageLayout& layout, std::span<Image* const> thumbnails,
                                long* columns, long* rows);

}  // namespace lodestone
