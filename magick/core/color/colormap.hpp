// Colour maps of PseudoClass images.
#pragma once

#include "magick/colormap.h"

namespace lodestone {

// Whether the image has a colour map; else an ImageError.
bool NeedsColormap(Image* image);

}  // namespace lodestone
