// Composition of an image on a canvas. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"
#include "kernels/composite/composite.h"

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

// The destination has the size of the source, and may be the source. Grey samples stand for three
// colours.
struct CompositeWork : Work<MagickAccelerateComposition> {
  SourceView second;
};

// Computes destination rows [begin, end).
void CompositeBand(const CompositeWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
