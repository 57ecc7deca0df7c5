// Where lines of text are on an image.
#pragma once

#include "magick/render.h"

namespace lodestone {

// The lines of one text, one below the other.
struct TextBlock {
  RectangleInfo area;  // of the image; with the offset of the text
  long lines;
};

// The origin of line `index`, by gravity, or by alignment if there is one.
PointInfo PlaceOfLine(const DrawInfo& draw_info, const TextBlock& block, long index,
                      const TypeMetric& metrics);

// From its ascent to its descent, in whole pixels.
unsigned long HeightOfLine(const TypeMetric& metrics);

}  // namespace lodestone
