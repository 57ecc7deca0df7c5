// What functions of the pixels of windows are given.
#pragma once

#include <cstddef>
#include <functional>

#include "kernels/window/functions/windows.h"
#include "kernels/window/neighborhood.hpp"

namespace lodestone::kernels {

struct WindowsWork {
  BorderedSource source;
  DestinationView destination;
  const MagickAccelerateNeighborhood& rule;
  std::size_t window;            // odd; the border reaches window / 2 beyond every edge
  const float* table = nullptr;  // of functions that have one
};

// Told that a row is complete; false: stop.
using RowDone = std::function<bool()>;

}  // namespace lodestone::kernels
