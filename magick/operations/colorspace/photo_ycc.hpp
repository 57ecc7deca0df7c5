// Colours of Photo CD: luma and two differences of film, which is brighter than paper can be.
#pragma once

#include "magick/colorspace.h"
#include "magick/operations/colorspace/color_rule.hpp"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {

// Kodak's PhotoYCC (YCCColorspace), or the variant that GraphicsMagick calls sRGBColorspace.
bool IsPhotoCd(ColorspaceType space);

// Samples of red, green and blue become light as film has it, and this becomes the space; and back.
PointTable TableToFilm(ColorspaceType space);
PointTable TableFromFilm(ColorspaceType space);
ColorRule RuleToPhotoCd(ColorspaceType space);
ColorRule RuleFromPhotoCd(ColorspaceType space);

}  // namespace lodestone
