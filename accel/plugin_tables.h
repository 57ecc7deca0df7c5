/*
  The tables and parameters of operations, which a work of accel/plugin.h consists of. Plain C.
*/
#ifndef LODESTONE_ACCEL_PLUGIN_TABLES_H
#define LODESTONE_ACCEL_PLUGIN_TABLES_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/color/color.h"
#include "kernels/common/finish.h"
#include "kernels/composite/composite.h"
#include "kernels/count/bounds.h"
#include "kernels/noise/noise.h"
#include "kernels/point/point.h"
#include "kernels/shear/shear.h"
#include "kernels/warp/warp.h"
#include "kernels/wavelet/wavelet.h"
#include "kernels/window/functions/windows.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  Axis table: output i is the sum over k < count[i] of
  weights[offset[i] + k] * input[first[i] + k], accumulated as defined in kernels/common/numeric.h.
*/
typedef struct MagickAccelerateAxis {
  uint32_t inputs, outputs;               /* samples */
  uint32_t max_count;                     /* largest count[i]; every count[i] is at least 1 */
  uint32_t weight_count;                  /* length of weights */
  const uint32_t *first, *count, *offset; /* [outputs] each; first and first+count never decrease */
  const float* weights;
} MagickAccelerateAxis;

/*
  Convolution: output (x, y) is the sum over k < count of weights[k] * input(x + dx[k], y + dy[k]),
  accumulated in this order as defined in kernels/common/numeric.h. Weights of 0 may be skipped:
  they change no sum.
*/
typedef struct MagickAccelerateTaps {
  uint32_t count; /* at least 1 */
  const int32_t *dx, *dy;
  const float* weights;
  uint32_t order; /* not 0: a whole matrix of order x order, row by row around its centre */
} MagickAccelerateTaps;

/* In tables of columns and rows: the constant pixel. */
#define MAGICK_ACCELERATE_CONSTANT 0xffffffffu

/*
  What an operation reads outside the source: virtual column i - left is column columns[i] of the
  source, or the constant; likewise for rows. Inside the source, the tables are the identity.
*/
typedef struct MagickAccelerateBorder {
  uint32_t left, right, top, bottom;
  const uint32_t* columns; /* [left + source columns + right] */
  const uint32_t* rows;    /* [top + source rows + bottom] */
  uint16_t constant[4];    /* samples of the constant pixel; only the first if grey */
} MagickAccelerateBorder;

/*
  Copies: pixel (x, y) of the result is pixel (columns[x], rows[y]) of the source, or the constant
  one if either entry says so. Transposed: pixel (columns[y], rows[x]).
*/
typedef struct MagickAccelerateMaps {
  const uint32_t *columns, *rows; /* as many as the result has columns and rows, or the reverse */
  uint16_t constant[4];           /* samples of the constant pixel; only the first if grey */
} MagickAccelerateMaps;

/* A table of the function that the work names, the numbers of its series, or those of the lines of
   its shear. */
typedef struct MagickAccelerateTable {
  const void* entries; /* float, or int32_t of lines; NULL: none */
  uint32_t count;
} MagickAccelerateTable;

/*
  Sums over kernels that are series of cosines: kernels/series/series.h. The numbers of both axes
  are in the table of the work, those of the rows first.
*/
typedef struct MagickAccelerateSeriesRule {
  uint32_t terms;    /* 4 or 8 */
  uint32_t reach[2]; /* along rows, and along columns */
} MagickAccelerateSeriesRule;

#if defined(__cplusplus)
}
#endif

#endif
