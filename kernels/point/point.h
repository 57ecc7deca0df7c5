/* The arguments of operations on single samples. */
#ifndef LODESTONE_KERNELS_POINT_POINT_H
#define LODESTONE_KERNELS_POINT_POINT_H

#include "kernels/common/arguments.h"

/* The pixels that an operation on single samples changes; always all if pixels are grey. */
typedef enum {
  MagickAccelerateAllPixels = 0,
  MagickAccelerateGreyPixels = 1, /* whose first three samples are alike */
  MagickAccelerateInRange = 2,    /* whose intensity is in low ... high */
  MagickAccelerateNearColor = 3   /* whose first three samples are at `distance` at most */
} MagickAccelerateSelection;

/*
  Sample i of each selected pixel becomes entry v of its table, whatever the channels mean, and is
  unchanged if it has none. v is the sample itself, or for the first three the intensity of the
  pixel. Grey pixels use the first table, of the sample itself.
*/
typedef struct MagickAcceleratePoint {
  MagickAccelerateSelection selection;
  uint32_t from_intensity; /* 1: v is the intensity; the first three samples have tables */
  /* The intensity is the sum of weights[i] * sample i, i < 3, divided by 1024 and cut off. The sum
     of the weights is 1024. */
  uint32_t weights[3];
  uint32_t low, high;
  uint32_t color[3];
  uint64_t distance; /* sum of the squares of the three differences */
} MagickAcceleratePoint;

#endif
