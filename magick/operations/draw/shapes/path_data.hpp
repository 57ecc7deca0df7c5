// The paths of SVG.
#pragma once

#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// Throws DrawFailure for numbers that are missing or wrong. Other characters are skipped, as in
// GraphicsMagick.
Outline ParsePath(const char* data);

}  // namespace lodestone
