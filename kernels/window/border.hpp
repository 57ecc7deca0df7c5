// The border around an image, as far as a convolution reads.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/remap/pixel_runs.hpp"
#include "kernels/window/border.h"

namespace lodestone::kernels {

enum class Border {
  kEdge,        // the nearest pixel of the image
  kMirror,      // the image reflected, edge pixels repeated; GraphicsMagick's, see BorderIndex
  kReflect101,  // the image reflected about its edge pixels, which are not repeated
  kTile,        // the image repeated
  kConstant,    // one pixel value
};

// The sample in 0 ... size-1 that stands for `position`, or -1 for the constant colour.
// Mirrored images lie reversed on every side: each of the tiles around the image is a reversed one,
// and not every second one. The far end of a tile before the image is the image's first sample, as
// in GraphicsMagick.
std::int64_t BorderIndex(Border border, std::int64_t position, std::int64_t size);

// Source columns and rows of a bordered image, or kConstantPixel.
struct BorderMap {
  std::uint32_t left, right, top, bottom;
  std::vector<std::uint32_t> columns, rows;  // left + columns + right, top + rows + bottom

  // Of these maps, which must outlive it; the caller sets the constant pixel.
  MagickAccelerateBorder view() const {
    return {left, right, top, bottom, columns.data(), rows.data(), {}};
  }
};

// How far the taps of a convolution reach.
struct Reach {
  std::uint32_t left = 0, right = 0, top = 0, bottom = 0;
};

// Sizes at least 1. Throws std::bad_alloc.
BorderMap BuildBorderMap(Border border, std::uint32_t columns, std::uint32_t rows,
                         const Reach& reach);

}  // namespace lodestone::kernels
