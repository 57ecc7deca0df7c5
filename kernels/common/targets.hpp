// Which instruction sets kernels are compiled for (configure --with-cpus). Included before Highway.
#pragma once

#include "config.h"

// A pixel is one 128-bit vector: the baseline target would emulate it lane by lane.
#define HWY_BROKEN_EMU128 0
// Strips need vectors of a length known to the compiler; CPUs with scalable vectors run the NEON
// target, or the emulated one, instead.
// With sanitizers each target takes minutes, and the older ones' memory is accessed alike.
#ifdef LS_WITH_ASAN
#define LS_NEWER_TARGETS (HWY_AVX3 | HWY_AVX3_DL)
#else
#define LS_NEWER_TARGETS 0
#endif
#define HWY_DISABLED_TARGETS                                                         \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | LS_LEFT_OUT_TARGETS | \
   LS_NEWER_TARGETS)
