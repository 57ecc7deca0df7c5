/*
  Noise, read by the C++ and by the OpenCL C compiler. Every backend evaluates it in float, one
  pixel per lane or work-item, with floating-point contraction switched off and correctly rounded
  division and square root: the results are equal bit for bit.

  The including file defines LsReal, LsTruth, LsIndex and LsWord, a float, a truth, an int and an
  unsigned int for each pixel; LS_SELECT, LS_ANY(truth), whether it holds of any pixel, LsRoot and
  LsFloor; LsToReal, LsBits, LsFromBits and LsFromWord; what kernels/common/philox.h needs; and
  LS_SHARED, which precedes every function.
*/
#include "kernels/common/numeric.h"
#include "kernels/common/philox.h"
#include "kernels/common/sine.h"
#include "kernels/noise/noise.h"

/* Greater than 0, and at most 1. */
LS_SHARED LsReal LsChance(LsWord random) {
  return (LsToReal(LsFromWord(random >> 1)) + (LsReal)(0.5f)) * (LsReal)(0x1p-31f);
}

/* The natural logarithm, of numbers greater than 0 and at most 1. */
LS_SHARED LsReal LsLogarithm(LsReal x) {
  /* The significand is between the roots of 1/2 and of 2. */
  const LsIndex bits = LsBits(x) - (LsIndex)(0x3f3504f3);
  const LsIndex exponent = bits >> 23;
  const LsReal significand = LsFromBits(LsBits(x) - (exponent << 23));
  const LsReal ratio = (significand - (LsReal)(1.0f)) / (significand + (LsReal)(1.0f));
  const LsReal square = ratio * ratio;
  LsReal sum = (LsReal)(0.2222222222f);
  sum = sum * square + (LsReal)(0.2857142857f);
  sum = sum * square + (LsReal)(0.4f);
  sum = sum * square + (LsReal)(0.6666666667f);
  sum = sum * square + (LsReal)(2.0f);
  return LsToReal(exponent) * (LsReal)(0.6931471806f) + sum * ratio;
}

/* e to the power of -x, for x in 0 ... 16: of a sixteenth of x, squared four times. */
LS_SHARED LsReal LsDecay(LsReal x) {
  const LsReal part = x * (LsReal)(-0.0625f);
  LsReal sum = (LsReal)(1.0f / 40320.0f);
  sum = sum * part + (LsReal)(1.0f / 5040.0f);
  sum = sum * part + (LsReal)(1.0f / 720.0f);
  sum = sum * part + (LsReal)(1.0f / 120.0f);
  sum = sum * part + (LsReal)(1.0f / 24.0f);
  sum = sum * part + (LsReal)(1.0f / 6.0f);
  sum = sum * part + (LsReal)(0.5f);
  sum = sum * part + (LsReal)(1.0f);
  sum = sum * part + (LsReal)(1.0f);
  sum = sum * sum;
  sum = sum * sum;
  sum = sum * sum;
  return sum * sum;
}

/* Of whole turns, 0 ... 1. */
LS_SHARED LsReal LsSineOfTurns(LsReal turns) {
  const LsReal halves = (turns - LsFloor(turns + (LsReal)(0.5f))) * (LsReal)(2.0f);
  const LsReal high = LS_SELECT(halves > (LsReal)(0.5f), (LsReal)(1.0f) - halves, halves);
  return LsSinePi(LS_SELECT(high < (LsReal)(-0.5f), (LsReal)(-1.0f) - high, high));
}

LS_SHARED LsReal LsCosineOfTurns(LsReal turns) {
  return LsSineOfTurns(turns + (LsReal)(0.25f));
}

/* How far a Gaussian point of the plane is from the middle. */
LS_SHARED LsReal LsGaussianRadius(LsReal chance) {
  return LsRoot((LsReal)(-2.0f) * LsLogarithm(chance));
}

LS_SHARED LsReal LsGaussianNoise(LsReal level, LsReal chance, LsReal turns) {
  const LsReal radius = LsGaussianRadius(chance);
  return LsRoot(level) * (LsReal)(4.0f) * (radius * LsCosineOfTurns(turns)) +
         (LsReal)(20.0f) * (radius * LsSineOfTurns(turns));
}

LS_SHARED LsReal LsMultiplicativeNoise(LsReal level, LsReal chance, LsReal turns) {
  const LsReal radius =
      LS_SELECT(chance <= (LsReal)(1e-5f), (LsReal)(255.0f), LsGaussianRadius(chance));
  return level * (LsReal)(0.5f) * radius * LsCosineOfTurns(turns);
}

/* One sample in twenty black, and one white. */
LS_SHARED LsReal LsImpulseNoise(LsReal level, LsReal chance) {
  const LsReal white =
      LS_SELECT(chance >= (LsReal)(0.95f), (LsReal)(255.0f) - level, (LsReal)(0.0f));
  return LS_SELECT(chance < (LsReal)(0.05f), (LsReal)(0.0f) - level, white);
}

LS_SHARED LsReal LsLaplacianNoise(LsReal chance) {
  const LsTruth lower = chance <= (LsReal)(0.5f);
  const LsReal part = LS_SELECT(lower, chance, (LsReal)(1.0f) - chance);
  const LsReal least = LS_SELECT(lower, (LsReal)(1e-5f), (LsReal)(0.5e-5f));
  const LsTruth rare = part <= least;
  const LsReal twice = LS_SELECT(rare, (LsReal)(1.0f), (LsReal)(2.0f) * part);
  const LsReal noise = LS_SELECT(rare, (LsReal)(-255.0f), (LsReal)(10.0f) * LsLogarithm(twice));
  return LS_SELECT(lower, noise, (LsReal)(0.0f) - noise);
}

/* Counts of events, each worth 20 levels. */
#define LS_MOST_EVENTS 48
LS_SHARED LsReal LsPoissonNoise(LsReal level, LsReal chance) {
  const LsReal mean = level * (LsReal)(0.05f);
  LsReal term = LsDecay(mean), sum = term, count = (LsReal)(0.0f);
  for (int i = 1; i <= LS_MOST_EVENTS; ++i) {
    const LsTruth more = chance > sum;
    if (!LS_ANY(more)) break;
    count = count + LS_SELECT(more, (LsReal)(1.0f), (LsReal)(0.0f));
    term = term * (mean * (LsReal)(1.0f / (float)(i)));
    sum = sum + term;
  }
  return level - (LsReal)(20.0f) * count;
}

/* What is added to a level, 0 ... 255. */
LS_SHARED LsReal LsNoiseOf(MagickAccelerateDistribution distribution, LsReal level, LsReal chance,
                           LsReal other) {
  switch (distribution) {
    case MagickAccelerateUniformNoise:
      return (LsReal)(4.0f) * (chance - (LsReal)(0.5f));
    case MagickAccelerateGaussianNoise:
      return LsGaussianNoise(level, chance, other);
    case MagickAccelerateMultiplicativeNoise:
      return LsMultiplicativeNoise(level, chance, other);
    case MagickAccelerateImpulseNoise:
      return LsImpulseNoise(level, chance);
    case MagickAccelerateLaplacianNoise:
      return LsLaplacianNoise(chance);
    case MagickAcceleratePoissonNoise:
      return LsPoissonNoise(level, chance);
    default:
      return (LsReal)(257.0f) * ((LsReal)(0.5f) - chance);
  }
}

/* A sample with noise; neither rounded nor clamped. */
LS_SHARED LsReal LsNoisy(LsReal sample, MagickAccelerateDistribution distribution, float factor,
                         LsWord chance, LsWord other) {
  const LsReal level = sample * (LsReal)(255.0f / LS_MAX);
  const LsReal noise = LsNoiseOf(distribution, level, LsChance(chance), LsChance(other));
  return sample + noise * (LsReal)(factor * (LS_MAX / 255.0f));
}
