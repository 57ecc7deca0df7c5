/*
  The mean over an arc around the centre, read by the C++ and by the OpenCL C compiler.

  A pixel becomes the mean of the pixels it passes if it is turned by each angle of the table.
  Near the centre, where those are less than a pixel apart, only each second, third, ... angle
  counts. All arithmetic is on whole numbers: positions are halves of pixels, times 2^31, and means
  are rounded to the nearest, halves up. If the pixels are weighted, colours are weighted by alpha.

  Whole numbers of the plan: 0 columns and 1 rows of the source, 2 how many angles. The table: of
  each angle the cosine and the sine, times 2^31, each as a multiple of 2^16 and the rest.
*/
#ifndef LODESTONE_KERNELS_WARP_ARC_H
#define LODESTONE_KERNELS_WARP_ARC_H

#define LS_ARC_ENTRIES 4
#define LS_ARC_PART 65536
/* So that their sums fit into 32 bits. */
#define LS_MOST_ANGLES 32768

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
typedef long LsArcLong;
#define LS_ARC_TABLE global const float*
#define LS_ARC_ROOT(v) sqrt(v)
#else
#include <stdint.h>
typedef int64_t LsArcLong;
#define LS_ARC_TABLE const float*
#define LS_ARC_ROOT(v) __builtin_sqrtf(v)
#endif

static inline LsArcLong LsArcFactor(LS_ARC_TABLE entry) {
  return (LsArcLong)(entry[0]) * LS_ARC_PART + (LsArcLong)(entry[1]);
}

/* Column or row: what the factors give in the direction of a side this long, unsigned on its way
   to 64 bits: clang would take -2^31 times a signed one on NVIDIA's GPUs (scripts/ptx.awk). */
static inline LsArcLong LsArcPosition(LsArcLong turned, int side) {
  return turned + (LsArcLong)((unsigned int)(side)) * 2147483648;
}
#define LS_ARC_PIXEL(position) ((int)((position) >> 32))

/* The greatest whole number at most the ratio of the distances from the centre of the farthest
   pixel and of this one, from 1 to angles - 1. Given are squares. */
static inline int LsArcStride(LsArcLong square, LsArcLong farthest, int angles) {
  const int most = angles > 2 ? angles - 1 : 1;
  if (square == 0) return most;
  const float ratio = LS_ARC_ROOT((float)(farthest) / (float)(square));
  int stride = ratio < (float)(most) ? (int)(ratio) : most;
  while (stride < most && (LsArcLong)(stride + 1) * (stride + 1) * square <= farthest) ++stride;
  while (stride > 1 && (LsArcLong)(stride)*stride * square > farthest) --stride;
  return stride > 1 ? stride : 1;
}

#endif
