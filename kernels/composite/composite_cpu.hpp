// Composition of an image on a canvas. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Numbered as in composite_functions.h.
enum class CompositeFunction : unsigned {
#define LS_COMPOSITE_FUNCTION(number, name, call) k##name = number,
#include "kernels/composite/composite_functions.h"
#undef LS_COMPOSITE_FUNCTION
};

constexpr bool IsCompositeFunction(unsigned number) {
  switch (number) {
#define LS_COMPOSITE_FUNCTION(number, name, call) case number:
#include "kernels/composite/composite_functions.h"
#undef LS_COMPOSITE_FUNCTION
    return true;
    default:
      return false;
  }
}

struct CompositeWork {
  SourceView canvas;
  SourceView update;
  DestinationView destination;  // of the canvas's size; may be the canvas itself
  CompositeFunction function;
  const float* numbers;  // kCompositeNumbers of them
  bool canvas_has_alpha, update_has_alpha;
  // The rectangle that is composed, within both images; around it is the canvas.
  std::size_t x, y, update_x, update_y, columns, rows;
  bool grey;  // all have one sample a pixel, which is its three colours; else four

  std::size_t samples() const { return grey ? 1 : kChannels; }
};

inline constexpr std::size_t kCompositeNumbers = 2;

// Computes destination rows [begin, end).
void CompositeBand(const CompositeWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
