// Painting shapes as settings of drawing say: fill, stroke, dashes, caps and joins.
#pragma once

#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// The outline is in pixels of the image, `info` in those of user space. Throws DrawFailure.
void PaintOutline(Image* image, const DrawInfo& info, const Outline& outline);

}  // namespace lodestone
