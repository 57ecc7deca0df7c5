// Median of a square window, sample by sample, or the value next to it: exact. Compiled for each
// instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/window/bordered_source.hpp"

namespace lodestone::kernels {

struct MedianWork {
  BorderedSource source;
  std::size_t window = 1;  // odd; the border reaches window / 2 beyond every edge
  DestinationView destination;
  bool inner = false;  // a median that is the least or greatest of several values: its nearest
};

// Computes destination rows [begin, end). Throws std::bad_alloc.
void MedianBand(const MedianWork& work, std::size_t begin, std::size_t end);

// Approximate number of operations on single samples.
double MedianOperations(const MedianWork& work);

}  // namespace lodestone::kernels
