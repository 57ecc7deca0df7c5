/* The arguments of warps: results whose pixels come from places that a function computes. */
#ifndef LODESTONE_KERNELS_WARP_WARP_H
#define LODESTONE_KERNELS_WARP_WARP_H

#include "kernels/common/arguments.h"

/* What stands for pixels outside the source: kernels/warp/outside.h. */
typedef enum {
  MagickAccelerateOutsideEdge = 0,
  MagickAccelerateOutsideMirror = 1,
  MagickAccelerateOutsideTile = 2,
  MagickAccelerateOutsideConstant = 3 /* the constant pixel of `border` */
} MagickAccelerateOutside;

/* Where a pixel comes from: kernels/warp/places.h defines the functions. */
typedef enum {
  MagickAccelerateImplode = 0,
  MagickAccelerateSwirl = 1,
  MagickAccelerateWave = 2,
  MagickAccelerateAffine = 3,
  MagickAccelerateSpread = 4,
  MagickAccelerateArc = 5, /* the mean of several places: kernels/warp/arc.h */
  MagickAccelerateDisplace = 6
} MagickAccelerateWarpFunction;

/* Beside it there is a table of the function, which has at least one entry. */
typedef struct MagickAccelerateWarpRule {
  MagickAccelerateWarpFunction function;
  MagickAccelerateOutside outside;
  float numbers[16];
  int32_t whole[8];
  uint16_t fill[4]; /* samples of pixels that come from nowhere; only the first if grey */
} MagickAccelerateWarpRule;

#endif
