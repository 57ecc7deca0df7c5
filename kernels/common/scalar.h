/*
  What the formulas of the kernels need, for one pixel at a time in C or C++: for accelerator
  modules that compute on the host, and for tests. Include it before the formulas, with
  LS_QUANTUM_DEPTH defined as the depth of the library, and compile with contraction off
  (-ffp-contract=off): the results are then those of every backend, bit for bit.
*/
#ifndef LODESTONE_KERNELS_COMMON_SCALAR_H
#define LODESTONE_KERNELS_COMMON_SCALAR_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef float LsReal;
typedef int32_t LsIndex;
typedef uint32_t LsWord;
typedef uint32_t LsUnsigned;
typedef uint64_t LsLong;
typedef int LsTruth;
typedef float LsWave;
#define LS_SHARED static inline
#define LS_SELECT(truth, a, b) ((truth) ? (a) : (b))
#define LS_WAVE(number) ((LsWave)(number))
#define LS_WAVE_SELECT(truth, a, b) ((truth) ? (a) : (b))
#define LsWaveFused(a, b, c) fmaf((a), (b), (c))
#define LS_ANY(truth) (truth)
#define LS_SELECT_INDEX(truth, a, b) ((truth) ? (a) : (b))
#define LsLower(a, b) fminf((a), (b))
#define LsHigher(a, b) fmaxf((a), (b))
#define LsLowerIndex(a, b) ((a) < (b) ? (a) : (b))
#define LsHigherIndex(a, b) ((a) > (b) ? (a) : (b))
#define LsHighProduct(a, b) ((LsWord)((uint64_t)(a) * (b) >> 32))
#define LsFloor(a) floorf(a)
#define LsRoot(a) sqrtf(a)
#define LsFused(a, b, c) fmaf((a), (b), (c))
#define LsToIndex(a) ((LsIndex)(a))
#define LsToReal(a) ((LsReal)(a))
#define LsToWord(a) ((LsWord)(a))
#define LsFromWord(a) ((LsIndex)(a))

static inline LsIndex LsBits(LsReal a) {
  LsIndex bits;
  memcpy(&bits, &a, sizeof(bits));
  return bits;
}

static inline LsReal LsFromBits(LsIndex bits) {
  LsReal a;
  memcpy(&a, &bits, sizeof(a));
  return a;
}

/* The lower half of a product; *high is the upper one. */
static inline LsWord LsProductOf(LsWord a, LsWord factor, LsWord* high) {
  *high = LsHighProduct(a, factor);
  return a * factor;
}

#endif
