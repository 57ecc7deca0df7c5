/*
  Sums over wide kernels by series.h, a pass after the other; between them is an image of floats.
  OpenCL C 1.2.

  Build options:
    LS_QUANTUM_DEPTH  8 or 16
    LS_CHANNELS       0: opaque result, 2: four samples, all treated alike, 3: one sample per pixel
    LS_SIDE           8: for so many terms, else for few
    LS_STRIPS         1: for CPUs, 0: for devices with groups of many work-items
*/
#include "kernels/common/finish.clh"
#include "kernels/remap/maps.clh"
#include "kernels/cosine_blur/series_layout.h"

/* The turns of all terms, as arguments: those are read faster than memory. */
#define LS_TURN_ARGUMENTS float16 turns0, float16 turns1, float16 turns2, float16 turns3

/* The numbers of both axes; the weights of this one begin at `first`. Maps of virtual rows and
   columns begin as far before the image as its kernel reaches. */
#define LS_NUMBER_ARGUMENTS global const float *restrict numbers, uint first, uint reach, uint size

/* The row or column that virtual one `i` is, of `size`; only those outside are looked up. */
#define LS_PLACE_OF(map, i) ((i)-reach < size ? (i)-reach : (map)[i])

/* Of LS_TERMS terms. */
#define LS_PASTE(pass, terms) CosineBlur##pass##terms##Filter
#define LS_SERIES_KERNEL_OF(pass, terms) LS_PASTE(pass, terms)
#define LS_SERIES_KERNEL(pass) LS_SERIES_KERNEL_OF(pass, LS_TERMS)

#if LS_STRIPS
#include "kernels/cosine_blur/strips.clh"
#else
#include "kernels/cosine_blur/tiles.clh"
#endif
