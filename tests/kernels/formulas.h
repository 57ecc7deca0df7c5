/* Formulas of the kernels, computed in C; results are stored samples. */
#ifndef LODESTONE_TESTS_KERNELS_FORMULAS_H
#define LODESTONE_TESTS_KERNELS_FORMULAS_H

#include "kernels/color/color.h"
#include "kernels/noise/noise.h"

#ifdef __cplusplus
extern "C" {
#endif

/* pixel: red, green, blue and opacity; result: the first three. */
void FormulaColor(MagickAccelerateColorFunction function, const float* n, const float* pixel,
                  float* result);
/* chance, other: two words of Philox. */
float FormulaNoise(MagickAccelerateDistribution distribution, float factor, float sample,
                   unsigned chance, unsigned other);
/* Four words of Philox at a position. */
void FormulaRandom(unsigned x, unsigned y, const unsigned* key, unsigned* words);

#ifdef __cplusplus
}
#endif

#endif
