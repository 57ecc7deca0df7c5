/* The installed formulas of noise and of the families that have no names in common with it, in C.
 */
#include "kernels/common/scalar.h"

#include "kernels/cosine_blur/series.h"
#include "kernels/noise/distributions.h"
#include "kernels/shear/shear.h"
#include "kernels/shear/blend.h"
#include "kernels/statistics/statistics_layout.h"
#include "kernels/warp/arc.h"
#include "kernels/wavelet/shrink.h"
#include "tests/kernels/formulas.h"

float FormulaNoise(MagickAccelerateDistribution distribution, float factor, float sample,
                   unsigned chance, unsigned other) {
  return floorf(LS_ROUND(LS_CLAMP(LsNoisy(sample, distribution, factor, chance, other))));
}

void FormulaRandom(unsigned x, unsigned y, const unsigned* key, unsigned* words) {
  const LsRandom random = LsPhilox(x, y, 0, key[0], key[1]);
  words[0] = random.first;
  words[1] = random.second;
  words[2] = random.third;
  words[3] = random.fourth;
}
