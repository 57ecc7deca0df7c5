// Drawing the tiles of a montage.
#pragma once

#include "magick/sequence/montage_layout.hpp"

namespace lodestone {

// Says, in the exception of the page, that there is text but nothing to draw it with.
void ReportNoFont(Image* page);

// A thumbnail in its place, with its border, frame and shadow. `gravity`: unless it has its own.
// False with *exception set.
bool DrawTile(const MontageLayout& layout, GravityType gravity, const TilePlace& place,
              const Image* thumbnail, Image* page, ExceptionInfo* exception);

}  // namespace lodestone
