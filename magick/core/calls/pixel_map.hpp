// Images whose pixels are copies of another image's pixels: cropped, mirrored, turned, bordered.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/remap/pixel_runs.hpp"
#include "magick/image.h"

namespace lodestone {

// For each column, or row, of a new image that of the source, or kernels::kConstantPixel.
using AxisMap = std::vector<std::uint32_t>;

// `count` neighbours from `first` on.
AxisMap Ascending(unsigned long first, unsigned long count);
// All of `size`, reversed.
AxisMap Reversed(unsigned long size);
// `count` entries with all of `size` from the one at `offset` on, as far as there is room, and the
// constant pixel elsewhere.
AxisMap Placed(unsigned long size, long offset, unsigned long count);

// Pixel (x, y) of the result is pixel (columns[x], rows[y]) of the source, or `constant`;
// transposed: pixel (columns[y], rows[x]).
struct PixelMap {
  AxisMap columns, rows;
  bool transposed = false;
  PixelPacket constant{};
  bool direct = false;  // the result is DirectClass, whatever the source's class
};

// A new image with the source's attributes and the pixels, and indexes, that the map names. Its
// class is the source's, but DirectClass if the map says so or names the constant. `text`: for the
// monitor, a printf format that takes the file name. NULL with *exception set: memory, limits,
// cancelled.
Image* MapPixels(const Image* source, const PixelMap& map, const char* text,
                 ExceptionInfo* exception);

// Copies the indexes alone, 0 where the map says constant; nothing if either image has none. False
// with *exception set.
bool MapIndexes(const Image* source, Image* destination, const PixelMap& map,
                ExceptionInfo* exception);

}  // namespace lodestone
