/* The arguments of noise. */
#ifndef LODESTONE_KERNELS_NOISE_NOISE_H
#define LODESTONE_KERNELS_NOISE_NOISE_H

#include "kernels/common/arguments.h"

/* kernels/noise/distributions.h has their formulas. */
typedef enum {
  MagickAccelerateUniformNoise = 0,
  MagickAccelerateGaussianNoise = 1,
  MagickAccelerateMultiplicativeNoise = 2,
  MagickAccelerateImpulseNoise = 3,
  MagickAccelerateLaplacianNoise = 4,
  MagickAcceleratePoissonNoise = 5,
  MagickAccelerateRandomNoise = 6
} MagickAccelerateDistribution;

typedef struct MagickAccelerateNoiseRule {
  MagickAccelerateDistribution distribution;
  uint32_t samples; /* bit i: sample i of a pixel changes; always the only one of grey pixels */
  /* 1: the first three become what becomes of the intensity, the sum of weights[i] * sample i
     divided by 1024 and cut off. The sum of the weights is 1024. */
  uint32_t from_intensity;
  uint32_t weights[3];
  float factor;    /* of the noise */
  uint32_t key[2]; /* of the random numbers; the position and the colour are the counter */
} MagickAccelerateNoiseRule;

#endif
