/* Random numbers. */
#ifndef LODESTONE_MAGICK_RANDOM_H
#define LODESTONE_MAGICK_RANDOM_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  SetMagickRandomSeed: start the random numbers of SpreadImage, AddNoiseImage
  and the operators that add noise again at those of `seed`, in the
  whole process. Each call that needs them takes the next ones, so the same calls in the same order
  give the same pixels, on every accelerator and with any number of threads. Without a seed they are
  unpredictable. Threads: any, but the order of calls is then theirs.
*/
extern MagickExport void SetMagickRandomSeed(const unsigned long seed);

#if defined(__cplusplus)
}
#endif

#endif
