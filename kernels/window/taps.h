/* The arguments of convolution in two directions. */
#ifndef LODESTONE_KERNELS_WINDOW_TAPS_H
#define LODESTONE_KERNELS_WINDOW_TAPS_H

#include "kernels/common/arguments.h"

/*
  Output (x, y) is the sum over k < count of weights[k] * input(x + dx[k], y + dy[k]), accumulated
  in this order as defined in kernels/common/numeric.h. Weights of 0 may be skipped: they change no
  sum.
*/
typedef struct MagickAccelerateTaps {
  uint32_t count; /* at least 1 */
  const int32_t *dx, *dy;
  const float* weights;
  uint32_t order; /* not 0: a whole matrix of order x order, row by row around its centre */
} MagickAccelerateTaps;

#endif
