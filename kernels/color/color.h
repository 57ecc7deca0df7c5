/* The arguments of functions of the three colours of a pixel. */
#ifndef LODESTONE_KERNELS_COLOR_COLOR_H
#define LODESTONE_KERNELS_COLOR_COLOR_H

#include "kernels/common/arguments.h"

/* kernels/color/functions.h has their formulas. */
typedef enum {
  MagickAccelerateMatrix = 0, /* numbers: four rows of factors for red, green, blue and alpha and of
                                 what is added, for red, green, blue and, if with_opacity, alpha */
  MagickAccelerateModulate = 1, /* numbers: factors for luminosity and saturation, shift of hue */
  MagickAccelerateContrast = 2, /* numbers: 1 for more, -1 for less */
  MagickAccelerateStoreHsl = 3,
  MagickAccelerateReadHsl = 4,
  MagickAccelerateStoreHwb = 5,
  MagickAccelerateReadHwb = 6,
  MagickAccelerateLightness = 7,
  MagickAccelerateRootMeanSquare = 8,
  MagickAccelerateBrightness = 9,
  MagickAccelerateLuminance = 10, /* numbers: shares of red, green and blue in linear light */
  /* The fourth sample is black, which changes too, though it is read as an opacity. */
  MagickAccelerateStoreCmyk = 11,
  MagickAccelerateReadCmyk = 12
} MagickAccelerateColorFunction;

typedef struct MagickAccelerateColor {
  MagickAccelerateColorFunction function;
  float numbers[20];
  uint32_t has_alpha; /* 1: alpha is 2^quantum_depth - 1 less the fourth sample; 0: that less 0 */
  uint32_t with_opacity; /* 1: the fourth sample changes too; of Matrix, StoreCmyk and ReadCmyk */
} MagickAccelerateColor;

#endif
