/* The arguments of wavelet denoising: kernels/wavelet/shrink.h. */
#ifndef LODESTONE_KERNELS_WAVELET_WAVELET_H
#define LODESTONE_KERNELS_WAVELET_WAVELET_H

#include "kernels/common/arguments.h"

#define MAGICK_ACCELERATE_WAVELET_LEVELS 5

typedef struct MagickAccelerateWaveletRule {
  float thresholds[MAGICK_ACCELERATE_WAVELET_LEVELS]; /* in quantum steps, from the finest level */
  float softness; /* how much of what is within the threshold remains */
} MagickAccelerateWaveletRule;

#endif
