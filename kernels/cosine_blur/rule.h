/* The arguments of sums over wide kernels. */
#ifndef LODESTONE_KERNELS_COSINE_BLUR_RULE_H
#define LODESTONE_KERNELS_COSINE_BLUR_RULE_H

#include "kernels/common/arguments.h"

/*
  Sums over kernels that are series of cosines: kernels/cosine_blur/series.h. The numbers of both
  axes are in the table of the work, those of the rows first.
*/
typedef struct MagickAccelerateCosineSeries {
  uint32_t terms;    /* 4 or 8 */
  uint32_t reach[2]; /* along rows, and along columns */
} MagickAccelerateCosineSeries;

#endif
