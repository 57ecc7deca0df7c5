// What functions of the pixels of windows are given.
#pragma once

#include <cstddef>
#include <functional>

#include "kernels/window/neighborhood/neighborhood.h"
#include "kernels/window/bordered_source.hpp"

namespace lodestone::kernels {

struct NeighborhoodWork {
  BorderedSource source;
  DestinationView destination;
  const MagickAccelerateNeighborhoodRule& rule;
  std::size_t window;            // odd; the border reaches window / 2 beyond every edge
  const float* table = nullptr;  // of functions that have one
};

// Told that a row is complete; false: stop.
using RowDone = std::function<bool()>;

}  // namespace lodestone::kernels
