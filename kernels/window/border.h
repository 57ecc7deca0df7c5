/* What operations on windows read outside the source. */
#ifndef LODESTONE_KERNELS_WINDOW_BORDER_H
#define LODESTONE_KERNELS_WINDOW_BORDER_H

#include "kernels/remap/maps.h"

/*
  Virtual column i - left is column columns[i] of the source, or the constant; likewise for rows.
  Inside the source, the tables are the identity.
*/
typedef struct MagickAccelerateBorder {
  uint32_t left, right, top, bottom;
  const uint32_t* columns; /* [left + source columns + right] */
  const uint32_t* rows;    /* [top + source rows + bottom] */
  uint16_t constant[4];    /* samples of the constant pixel; only the first if grey */
} MagickAccelerateBorder;

#endif
