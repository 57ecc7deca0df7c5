// Shearing a canvas that an image lies on.
#pragma once

#include "magick/image.h"

namespace lodestone {

// What is sheared, and what remains of the result. Places are on the canvas, which has the image's
// background colour around the image.
struct ShearCall {
  bool of_columns;     // shifted down; else rows, to the right
  double slope;        // by which each line moves more than the one before; the middle one stays
  long x, y;           // of the image
  RectangleInfo area;  // whose lines move
  RectangleInfo result;
};

// A new image. NULL with *exception set: memory, limits, cancelled.
Image* ShearLines(const Image* image, const ShearCall& call, ExceptionInfo* exception);

}  // namespace lodestone
