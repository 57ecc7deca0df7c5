/* The arguments of resampling and of sums along the axes: one table for each axis. */
#ifndef LODESTONE_KERNELS_RESAMPLE_AXIS_H
#define LODESTONE_KERNELS_RESAMPLE_AXIS_H

#include "kernels/common/arguments.h"

/*
  Output i is the sum over k < count[i] of weights[offset[i] + k] * input[first[i] + k], accumulated
  as defined in kernels/common/numeric.h.
*/
typedef struct MagickAccelerateAxis {
  uint32_t inputs, outputs;               /* samples */
  uint32_t max_count;                     /* largest count[i]; every count[i] is at least 1 */
  uint32_t weight_count;                  /* length of weights */
  const uint32_t *first, *count, *offset; /* [outputs] each; first and first+count never decrease */
  const float* weights;
} MagickAccelerateAxis;

#endif
