// Conversion between RGB and CMYK: on the CPU, since alpha moves between pixels and indexes.
#pragma once

#include "magick/image.h"

namespace lodestone {

// Also set the image's colour space. False with *exception set.
bool CmykFromRgb(Image* image, ExceptionInfo* exception);
bool RgbFromCmyk(Image* image, ExceptionInfo* exception);

}  // namespace lodestone
