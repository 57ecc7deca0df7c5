// Conversion between RGB and CMYK. Alpha moves between pixels and indexes, on the CPU.
#pragma once

#include "magick/image.h"

namespace lodestone {

// Also set the image's colour space. False with *exception set.
bool CmykFromRgb(Image* image, ExceptionInfo* exception);
bool RgbFromCmyk(Image* image, ExceptionInfo* exception);

}  // namespace lodestone
