/*
  The integer computations of the branch experiments, for the C++ and the OpenCL C compiler.
  Every step depends on the one before and on values known only at run time, so that no compiler
  can fold it or remove it.
*/
#ifndef LODESTONE_LAB_KERNELS_BRANCHES_H
#define LODESTONE_LAB_KERNELS_BRANCHES_H

#ifdef __OPENCL_VERSION__
typedef uint LabWord;
#else
#include <stdint.h>
typedef uint32_t LabWord;
#endif

/* Three expensive calls. */
static inline LabWord LabMix(LabWord a, LabWord b, LabWord rounds) {
  for (LabWord i = 0; i < rounds; ++i) {
    a = a * 1664525u + b;
    b ^= (a >> 7) + i;
  }
  return a ^ b;
}
static inline LabWord LabStir(LabWord a, LabWord b, LabWord rounds) {
  for (LabWord i = 0; i < rounds; ++i) {
    a ^= (b << 5) + i;
    b = b * 69069u + (a >> 3);
  }
  return a + b;
}
static inline LabWord LabFold(LabWord a, LabWord b, LabWord rounds) {
  for (LabWord i = 0; i < rounds; ++i) {
    a = (a >> 9) + b * 22695477u;
    b += a ^ i;
  }
  return a - b;
}

/* The next value of a row, and its level. */
#define LAB_NEXT(v) ((v)*1103515245u + 12345u)
#define LAB_LEVEL(v) ((v) >> 24)
/* One result of five counters. */
#define LAB_TALLY(c0, c1, c2, c3, c4) (((((c0)*31u + (c1)) * 31u + (c2)) * 31u + (c3)) * 31u + (c4))

/* clang-format off */
/* The 14 branches: X(number in hexadecimal, factor, addend). */
#define LAB_FOURTEEN(X) \
  X(0, 3u, 1u) X(1, 5u, 29u) X(2, 7u, 31u) X(3, 9u, 37u) X(4, 11u, 41u) \
  X(5, 13u, 43u) X(6, 15u, 47u) X(7, 17u, 53u) X(8, 19u, 59u) X(9, 21u, 61u) \
  X(a, 23u, 67u) X(b, 25u, 71u) X(c, 27u, 73u) X(d, 29u, 79u)

/* The 16 cases, grouped by what they call: X(which, call, parameter). */
#define LAB_SIXTEEN(X) \
  X(0, LabMix, 101u) X(1, LabMix, 103u) X(2, LabMix, 107u) X(3, LabMix, 109u) \
  X(4, LabMix, 113u) X(5, LabMix, 127u) \
  X(6, LabStir, 131u) X(7, LabStir, 137u) X(8, LabStir, 139u) X(9, LabStir, 149u) \
  X(10, LabStir, 151u) \
  X(11, LabFold, 157u) X(12, LabFold, 163u) X(13, LabFold, 167u) X(14, LabFold, 173u) \
  X(15, LabFold, 179u)
/* clang-format on */
#define LAB_FIRST_STIR 6u
#define LAB_FIRST_FOLD 11u

#endif
