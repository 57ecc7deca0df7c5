// Colours without regard to opacity, and runs of equal ones in a row.
#pragma once

#include <cstddef>

#include "magick/image_types.h"

namespace lodestone::quantize {

inline bool SameColor(const PixelPacket& a, const PixelPacket& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

inline void SetColor(const PixelPacket& color, PixelPacket* pixel) {
  pixel->red = color.red;
  pixel->green = color.green;
  pixel->blue = color.blue;
}

// Calls visit(first, length) for each run of pixels of one colour.
template <class Visit>
void ForEachRun(const PixelPacket* row, std::size_t columns, Visit visit) {
  for (std::size_t x = 0; x < columns;) {
    std::size_t end = x + 1;
    while (end < columns && SameColor(row[x], row[end])) ++end;
    visit(x, end - x);
    x = end;
  }
}

}  // namespace lodestone::quantize
