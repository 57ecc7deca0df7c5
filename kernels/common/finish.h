/* The arguments of the last step of operations that keep the size. */
#ifndef LODESTONE_KERNELS_COMMON_FINISH_H
#define LODESTONE_KERNELS_COMMON_FINISH_H

#include "kernels/common/arguments.h"

/*
  Last step of an operation whose result has the source's size; it combines each sample with the
  source's sample at the same position. All 0: no such step. The opacity of an opaque result stays 0
  unless kept.
*/
typedef struct MagickAccelerateFinish {
  uint32_t keep; /* bit i: sample i of every pixel is the source's */
  /* 1: unsharp mask, LS_UNSHARP in kernels/common/numeric.h; by the luma of the pixel, as in
     kernels/common/luma.h, 2: unsharp mask, 3: local contrast. */
  uint32_t sharpen;
  float amount, threshold; /* threshold: in quantum steps, a whole number */
} MagickAccelerateFinish;

#endif
