/* The arguments of copies. */
#ifndef LODESTONE_KERNELS_REMAP_MAPS_H
#define LODESTONE_KERNELS_REMAP_MAPS_H

#include "kernels/common/arguments.h"

/* In tables of columns and rows: the constant pixel. */
#define MAGICK_ACCELERATE_CONSTANT 0xffffffffu

/*
  Pixel (x, y) of the result is pixel (columns[x], rows[y]) of the source, or the constant one if
  either entry says so. Transposed: pixel (columns[y], rows[x]).
*/
typedef struct MagickAccelerateMaps {
  const uint32_t *columns, *rows; /* as many as the result has columns and rows, or the reverse */
  uint16_t constant[4];           /* samples of the constant pixel; only the first if grey */
} MagickAccelerateMaps;

#endif
