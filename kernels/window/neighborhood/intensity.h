/* The intensity of a pixel, and its steps. */
#ifndef LODESTONE_KERNELS_WINDOW_NEIGHBORHOOD_INTENSITY_H
#define LODESTONE_KERNELS_WINDOW_NEIGHBORHOOD_INTENSITY_H

#include "kernels/common/luma_weights.h"

/* Which of 256 steps an intensity is in. */
#define LS_STEPS 256
#if LS_QUANTUM_DEPTH == 8
#define LS_STEP_OF(intensity) (intensity)
#else
#define LS_STEP_OF(intensity) ((intensity) / 257u)
#endif

#endif
