// How large the images of gradients and patterns may be.
#pragma once

#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// Throws DrawFailure for sizes beyond the limits of images, and of what is reasonable.
void CheckGradientSize(double width, double height);

// Rounded to whole pixels; throws DrawFailure for sizes beyond the limits of images, and without
// pixels.
RectangleInfo PatternTile(const PointInfo& corner, const PointInfo& size);

}  // namespace lodestone
