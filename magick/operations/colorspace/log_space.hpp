// Cineon's logarithmic RGB.
#pragma once

#include "magick/image.h"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {

// Tables for all colours. The image attributes reference-white, reference-black, display-gamma,
// film-gamma and, on the way back, soft-clip-offset are as in GraphicsMagick.
PointTable TableToLog(const Image* image);
PointTable TableFromLog(const Image* image);

}  // namespace lodestone
