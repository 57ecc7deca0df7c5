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

/* The pixels that an operation on single samples changes; always all if pixels are grey. */
typedef enum {
  MagickAccelerateAllPixels = 0,
  MagickAccelerateGreyPixels = 1, /* whose first three samples are alike */
  MagickAccelerateInRange = 2,    /* whose intensity is in low ... high */
  MagickAccelerateNearColor = 3   /* whose first three samples are at `distance` at most */
} MagickAccelerateSelection;

/*
  Operations on single samples: sample i of each selected pixel becomes tables[i][v], whatever the
  channels mean, and is unchanged if tables[i] is NULL. v is the sample itself, or for the first
  three the intensity of the pixel. Grey pixels use tables[0] of the sample itself.
*/
typedef struct MagickAcceleratePoint {
  const void* tables[4]; /* NULL, or 2^quantum_depth quanta of that depth */
  MagickAccelerateSelection selection;
  uint32_t from_intensity; /* 1: v is the intensity; the first three tables are not NULL */
  /* The intensity is the sum of weights[i] * sample i, i < 3, divided by 1024 and cut off. The sum
     of the weights is 1024. */
  uint32_t weights[3];
  uint32_t low, high;
  uint32_t color[3];
  uint64_t distance; /* sum of the squares of the three differences */
} MagickAcceleratePoint;

/*
  Copies: pixel (x, y) of the result is pixel (columns[x], rows[y]) of the source, or the constant
  one if either entry says so. Transposed: pixel (columns[y], rows[x]).
*/
typedef struct MagickAccelerateMaps {
  const uint32_t *columns, *rows; /* as many as the result has columns and rows, or the reverse */
  uint16_t constant[4];           /* samples of the constant pixel; only the first if grey */
} MagickAccelerateMaps;

/* A table of the function that the work names, or the numbers of its series. */
typedef struct MagickAccelerateTable {
  const float* entries; /* NULL: none */
  uint32_t count;
} MagickAccelerateTable;

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

typedef struct MagickAccelerateWarp {
  MagickAccelerateWarpFunction function;
  MagickAccelerateOutside outside;
  float numbers[16];
  int32_t whole[8];
  const float* table;   /* of the function; not NULL */
  uint32_t table_count; /* at least 1 */
  uint16_t fill[4];     /* samples of pixels that come from nowhere; only the first if grey */
} MagickAccelerateWarp;

/*
  Shears: lines of an area, its rows or its columns, are moved along themselves. Everything is
  measured from the first pixel of a canvas that has the constant pixel of `border` where the source
  is not.
*/
typedef struct MagickAccelerateShearRule {
  uint32_t of_columns;               /* 1: lines are columns; 0: rows */
  int32_t source_column, source_row; /* where the source is in the canvas */
  int32_t column, row;               /* where the result is */
  int32_t area_column, area_row;     /* the area */
  uint32_t area_columns, area_rows;
  const int32_t* lines; /* of the area; four numbers each, as kernels/shear/shear.h says */
} MagickAccelerateShearRule;

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
