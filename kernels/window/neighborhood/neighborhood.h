/* The arguments of functions of the pixels around a pixel. */
#ifndef LODESTONE_KERNELS_WINDOW_NEIGHBORHOOD_NEIGHBORHOOD_H
#define LODESTONE_KERNELS_WINDOW_NEIGHBORHOOD_NEIGHBORHOOD_H

#include "kernels/common/arguments.h"

/* kernels/window/neighborhood/functions.h has their formulas. */
typedef enum {
  /* The last pixel of those that are as bright as most, in 256 steps; the bright ones that end
     first if there are several. */
  MagickAcceleratePaint = 0,
  /* numbers: columns, rows and offset. 0 where a sample is at most the mean of those around it,
     rounded down, and the offset; else the highest. */
  MagickAccelerateLocalThreshold = 1,
  MagickAccelerateEnhance = 2, /* window 5 */
  MagickAccelerateShade = 3,   /* window 3; numbers: light from x, y, z, and 1 for grey results */
  /* A weighted mean of those around a pixel that are nearly as bright. numbers: columns, rows, the
     difference from which on a pixel has no part, 1 if colours are weighted by alpha too, and 1 if
     differences have weights. The table: a weight for each place, and for each difference. */
  MagickAccelerateSelectiveBlur = 4
} MagickAccelerateNeighborhoodFunction;

typedef struct MagickAccelerateNeighborhoodRule {
  MagickAccelerateNeighborhoodFunction function;
  float numbers[16];
} MagickAccelerateNeighborhoodRule;

#endif
