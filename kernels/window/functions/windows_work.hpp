// What functions of the pixels of windows are given.
#pragma once

#include <cstddef>
#include <functional>

#include "kernels/window/neighborhood.hpp"

namespace lodestone::kernels {

// Numbered as MagickAccelerateNeighborhoodFunction.
enum class WindowFunction : unsigned {
#define LS_WINDOW_FUNCTION(number, name, call) k##name = number,
#define LS_WINDOW_LOOP(number, name) k##name = number,
#include "kernels/window/functions/window_functions.h"
#undef LS_WINDOW_FUNCTION
#undef LS_WINDOW_LOOP
};

struct WindowsWork {
  BorderedSource source;
  DestinationView destination;
  WindowFunction function;
  std::size_t window;            // odd; the border reaches window / 2 beyond every edge
  const float* numbers;          // 16 of them
  const float* table = nullptr;  // of functions that have one
};

// Told that a row is complete; false: stop.
using RowDone = std::function<bool()>;

}  // namespace lodestone::kernels
