// Moves pixels to other positions without changing them: cropping, rotating, mirroring.
#pragma once

#include "magick/image.h"

namespace lodestone {

// Pixel (x, y) of the result is pixel (x0 + xx*x + xy*y, y0 + yx*x + yy*y) of the source.
struct PixelMap {
  long x0, y0;
  long xx, xy;
  long yx, yy;
};

// A new image of columns x rows with the source's metadata; its pixels (and indexes) come from the
// positions that the map gives, which must all lie inside. `text`: for the monitor, a printf format
// that takes the file name. NULL with *exception set: memory, limits, cancelled.
Image* MapPixels(const Image* source, unsigned long columns, unsigned long rows,
                 const PixelMap& map, const char* text, ExceptionInfo* exception);

}  // namespace lodestone
