/* The arguments of the search for a bounding box. */
#ifndef LODESTONE_KERNELS_STATISTICS_BOUNDS_H
#define LODESTONE_KERNELS_STATISTICS_BOUNDS_H

#include "kernels/common/arguments.h"

/*
  What the rows of an image are compared with, to find its bounding box: the colours of its border
  on the left, on the right, and at the bottom. A pixel is like a colour if the sum of the squares
  of the differences of the first three samples or, if pixels are plain, that of the fourth alone,
  is at most `distance`; a grey sample stands for three.
*/
typedef struct MagickAccelerateBorderColors {
  uint32_t colors[3 * 4]; /* samples; of grey pixels only the first */
  uint64_t distance;
} MagickAccelerateBorderColors;

#endif
