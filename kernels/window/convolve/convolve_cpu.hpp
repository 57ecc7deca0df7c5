// The CPU kernel of convolution with taps in two directions, compiled for each instruction set and
// chosen at run time. Follows kernels/common/numeric.h.
#pragma once

#include <cstddef>

#include "kernels/window/bordered_source.hpp"
#include "kernels/window/taps.h"

namespace lodestone::kernels {

struct ConvolveWork {
  BorderedSource source;
  MagickAccelerateTaps taps;
  DestinationView destination;
};

// Whether the rows of a window are few and short enough for each thread to keep its own copies.
bool KeepsWindowRows(const ConvolveWork& work);

// Computes destination rows [begin, end). Throws std::bad_alloc.
void ConvolveBand(const ConvolveWork& work, std::size_t begin, std::size_t end);

// Multiply-adds of the work, for predictions.
double ConvolveOperations(const ConvolveWork& work);

}  // namespace lodestone::kernels
