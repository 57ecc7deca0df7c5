/* Random numbers added to samples. */
#include "kernels/common/pixel.clh"
#include "kernels/common/lanes.clh"
#include "kernels/noise/distributions.h"

static inline LsSample LsNoisySample(uint sample, MagickAccelerateDistribution distribution,
                                     float factor, uint chance, uint other) {
  const float value = LsNoisy(convert_float(sample), distribution, factor, chance, other);
  return LS_TO_SAMPLE(LS_ROUND(LS_CLAMP(value)));
}

kernel void NoiseFilter(LS_PLANES(LsPixel, LsPixel), MagickAccelerateNoiseRule rule) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  LsPixel pixel = LS_ROW(source, y)[x];
  const LsRandom random = LsPhilox(x, y, 0u, rule.key[0], rule.key[1]);
#define LS_NOISY(sample, chance, other) \
  LsNoisySample(sample, rule.distribution, rule.factor, chance, other)
#if LS_GREY
  pixel = LS_NOISY(pixel, random.first, random.second);
#else
  if (rule.from_intensity) {
    const uint intensity =
        (rule.weights[0] * pixel.s0 + rule.weights[1] * pixel.s1 + rule.weights[2] * pixel.s2) >> 10;
    pixel.s0 = pixel.s1 = pixel.s2 = LS_NOISY(intensity, random.first, random.second);
  } else {
    const LsRandom others = LsPhilox(x, y, 1u, rule.key[0], rule.key[1]);
    if (rule.samples & LS_BLUE_BIT)
      pixel.LS_BLUE = LS_NOISY(pixel.LS_BLUE, random.first, random.second);
    if (rule.samples & 2u) pixel.s1 = LS_NOISY(pixel.s1, random.third, random.fourth);
    if (rule.samples & LS_RED_BIT)
      pixel.LS_RED = LS_NOISY(pixel.LS_RED, others.first, others.second);
    if (rule.samples & 8u) pixel.s3 = LS_NOISY(pixel.s3, others.third, others.fourth);
  }
#endif
  LS_ROW(destination, y)[x] = pixel;
}
