/* The arguments of composition. */
#ifndef LODESTONE_KERNELS_COMPOSITE_COMPOSITE_H
#define LODESTONE_KERNELS_COMPOSITE_COMPOSITE_H

#include "kernels/common/arguments.h"

/*
  In a rectangle, pixels of the result are a function of the source's and of the second image's;
  around it they are the source's. Grey samples stand for three equal colours.
*/
typedef struct MagickAccelerateComposition {
  uint32_t function;         /* kernels/composite/composite_functions.h numbers them */
  float numbers[2];          /* that it uses */
  uint32_t source_has_alpha; /* 1: the fourth sample is an opacity; 0: that is 0 */
  uint32_t second_has_alpha; /* of the second image */
  uint32_t columns, rows;    /* of the rectangle, which is within both images */
  uint32_t column, row;      /* where it is in the source */
  uint32_t second_column, second_row;
} MagickAccelerateComposition;

#endif
