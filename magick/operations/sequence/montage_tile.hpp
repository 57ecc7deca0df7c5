// Drawing the tiles of a montage.
#pragma once

#include "magick/operations/sequence/montage_layout.hpp"

namespace lodestone {

// A thumbnail in its place, with its border, frame, shadow and label. `gravity`: unless it has its
// own. False with *exception set.
bool DrawTile(const MontageLayout& layout, GravityType gravity, const TilePlace& place,
              const Image* thumbnail, MontageText* text, Image* page, ExceptionInfo* exception);

}  // namespace lodestone
