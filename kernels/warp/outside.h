/* Pixels outside an image, read by the C++ and by the OpenCL C compiler. */
#ifndef LODESTONE_KERNELS_WARP_OUTSIDE_H
#define LODESTONE_KERNELS_WARP_OUTSIDE_H

#include "kernels/warp/warp.h"

/* The column or row, of `size`, that stands for the one at `at`; -1 for the constant pixel. The
   rules of BorderIndex in kernels/window/border.hpp. */
static inline int LsInside(MagickAccelerateOutside method, int at, int size) {
  if (at >= 0 && at < size) return at;
  if (method == MagickAccelerateOutsideConstant) return -1;
  if (method == MagickAccelerateOutsideEdge) return at < 0 ? 0 : size - 1;
  const int rest = at % size;
  const int phase = rest < 0 ? rest + size : rest;
  if (method == MagickAccelerateOutsideTile) return phase;
  return at < 0 && phase == 0 ? 0 : size - 1 - phase;
}

#endif
