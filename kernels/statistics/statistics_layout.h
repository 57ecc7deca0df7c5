/*
  Numbers that are made of an image, as both languages store them: 32-bit numbers in the rows of a
  result that is otherwise an image like the source.
*/
#ifndef LODESTONE_KERNELS_STATISTICS_STATISTICS_LAYOUT_H
#define LODESTONE_KERNELS_STATISTICS_STATISTICS_LAYOUT_H

#include "kernels/common/numeric.h"

/*
  A histogram. Row i of the result counts part i of the source: how often each value occurs in each
  sample of a pixel, value after value. Parts have about as many pixels, and there are few.
*/
#define LS_PART_PIXELS (1ul << 18)
#define LS_MOST_PARTS 16ul

#define LS_COUNT_LEVELS (1u << LS_QUANTUM_DEPTH)
#define LS_HISTOGRAM_COLUMNS(depth) ((1u << (depth)) * 32u / (depth))

/* The first row of part i of an image. A part ends where the next begins. */
#define LS_PART_BEGIN(rows, parts, i) ((rows)*1ul * (i) / (parts))

/*
  The bounding box of an image. Row y of the result says of row y of the source: the first column
  that differs from the first colour, one more than the last that differs from the second, and 1 if
  any differs from the third. If none does: the number of columns, 0, 0. The fourth number is 0.
*/
#define LS_BOUNDS_NUMBERS 4u
#define LS_BOUNDS_COLUMNS(depth) (LS_BOUNDS_NUMBERS * 32u / (depth))

#endif
