// The bounding box of what differs from a border of one colour.
#pragma once

#include "magick/image.h"

namespace lodestone {

// The smallest rectangle outside which every pixel equals the corner on its side, within
// image->fuzz. Width and height are 0 if all pixels do.
RectangleInfo BoundingBox(const Image* image, ExceptionInfo* exception);

}  // namespace lodestone
