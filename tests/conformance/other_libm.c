/*
  Another mathematical library, for LD_PRELOAD: results differ from the C library's in the last
  bits, by up to two units in either direction, as a function of argument and result. Exact results,
  such as whole numbers, stay. At the end the number of results that differ goes to standard error.
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned long changed;

static uint64_t bits(double number) {
  uint64_t integer;
  memcpy(&integer, &number, sizeof integer);
  return integer;
}

static double other(double result, double x, double y) {
  uint64_t hash = bits(result) ^ bits(x) * 0x9e3779b97f4a7c15u ^ bits(y) * 0xbf58476d1ce4e5b9u;
  double moved = result;
  int units, i;
  if (!isfinite(result) || result == floor(result)) return result;
  hash = (hash ^ hash >> 30) * 0x94d049bb133111ebu;
  units = (int)((hash ^ hash >> 31) % 5) - 2;
  for (i = 0; i < units; ++i) moved = nextafter(moved, INFINITY);
  for (i = 0; i > units; --i) moved = nextafter(moved, -INFINITY);
  if (moved != result) __atomic_add_fetch(&changed, 1, __ATOMIC_RELAXED);
  return moved;
}

#define ONE(name)                              \
  double name(double x) {                      \
    double (*known)(double);                   \
    *(void**)&known = dlsym(RTLD_NEXT, #name); \
    return other(known(x), x, 0.0);            \
  }
#define TWO(name)                              \
  double name(double x, double y) {            \
    double (*known)(double, double);           \
    *(void**)&known = dlsym(RTLD_NEXT, #name); \
    return other(known(x, y), x, y);           \
  }

void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

__attribute__((destructor)) static void tell(void) {
  fprintf(stderr, "other_libm: %lu results differ\n", changed);
}

/* clang-format off */
ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(atanh)
ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt) ONE(erf) ONE(j1)
TWO(pow) TWO(atan2) TWO(hypot)
