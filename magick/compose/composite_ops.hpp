// Composition operators, applied to one row of pixels.
#pragma once

#include <cstddef>

#include "magick/image.h"

namespace lodestone {

struct CompositeRow {
  PixelPacket* canvas;
  const PixelPacket* update;
  std::size_t count;
  bool canvas_matte;  // else the canvas counts as opaque
  bool update_matte;
};

using CompositeFunction = void (*)(const CompositeRow& row);

// nullptr for an operator that is not supported.
CompositeFunction CompositeFunctionOf(CompositeOperator compose);

}  // namespace lodestone
