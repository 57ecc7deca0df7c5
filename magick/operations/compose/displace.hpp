// Pixels that a map displaces.
#pragma once

#include "magick/image.h"

namespace lodestone {

// A new image: `part` of the canvas, each of whose pixels comes from a place as far away as the
// map's pixel says, from (map_x, map_y) on. NULL with *exception set.
Image* DisplacedPart(const Image* canvas, const RectangleInfo& part, const Image* map, long map_x,
                     long map_y, ExceptionInfo* exception);

}  // namespace lodestone
