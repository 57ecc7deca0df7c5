// Rotation by less than half a right angle.
#pragma once

#include "magick/image.h"

namespace lodestone {

// Clockwise, by -45 ... 45 degrees, in the background colour. NULL with *exception set.
Image* Tilted(const Image* image, double degrees, ExceptionInfo* exception);

}  // namespace lodestone
