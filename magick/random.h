/* Random numbers. */
#ifndef LODESTONE_MAGICK_RANDOM_H
#define LODESTONE_MAGICK_RANDOM_H

#include "magick/common.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* State of a generator of random numbers, for GenerateDifferentialNoise. */
typedef struct _MagickRandomKernel {
  magick_uint32_t z, w;
} MagickRandomKernel;

#define MAGICK_RANDOM_MAX 4294967295

/* A random integer, 0 to MAGICK_RANDOM_MAX. Threads: any; each has a sequence of its own. */
extern MagickExport magick_uint32_t MagickRandomInteger(void);

/* A random number, 0 to 1. */
extern MagickExport double MagickRandomReal(void);

/*
  SetMagickRandomSeed: start the random numbers of SpreadImage, AddNoiseImage,
  PlasmaImage and the operators that add noise again at those of `seed`, in the
  whole process. Each call that needs them takes the next ones, so the same calls in the same order
  give the same pixels, on every accelerator and with any number of threads. Without a seed they are
  unpredictable. Threads: any, but the order of calls is then theirs. MagickRandomInteger and
  MagickRandomReal stay unpredictable.
*/
extern MagickExport void SetMagickRandomSeed(const unsigned long seed);

#if defined(__cplusplus)
}
#endif

#endif
