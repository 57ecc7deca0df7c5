// Shearing the pixels of an image in place.
#pragma once

#include "magick/image.h"

namespace lodestone {

// The part of an image that is sheared, in the background colour around.
struct ShearArea {
  long x, y;  // inside the image, with all of the area
  unsigned long width, height;
};

// Shifts each row of the area to the right by `slope` times its distance from the middle of the
// area, blending neighbours, and fills with image->background_color. False with *exception set.
bool ShearRows(Image* image, double slope, const ShearArea& area, ExceptionInfo* exception);

// The same for columns, which are shifted down.
bool ShearColumns(Image* image, double slope, const ShearArea& area, ExceptionInfo* exception);

}  // namespace lodestone
