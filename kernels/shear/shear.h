/* The arguments of shears: lines of an area, its rows or its columns, are moved along themselves.
 */
#ifndef LODESTONE_KERNELS_SHEAR_SHEAR_H
#define LODESTONE_KERNELS_SHEAR_SHEAR_H

#include "kernels/common/arguments.h"

/*
  Everything is measured from the first pixel of a canvas that has the constant pixel of `border`
  where the source is not. Beside it there is a table of numbers for each line of the area: two
  displacements, which are neighbours, or the same if the line moves by whole pixels; and the share
  of the second in 2^-45ths: its upper bits, 0 ... 2^15, and the 30 below.
*/
#define LS_LINE_NUMBERS 4
#define LS_SHARE_BITS 15

typedef struct MagickAccelerateShearRule {
  uint32_t of_columns;               /* 1: lines are columns; 0: rows */
  int32_t source_column, source_row; /* where the source is in the canvas */
  int32_t column, row;               /* where the result is */
  int32_t area_column, area_row;     /* the area */
  uint32_t area_columns, area_rows;
} MagickAccelerateShearRule;

#endif
