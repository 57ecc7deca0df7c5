/*
  Convolution in two directions: each pixel is the sum of a list of taps, or of a whole matrix; see
  window.clh for the build options, and for the window, which is the smallest that all taps lie in.

  weights[k] belongs to the pixel at (taps[k].x, taps[k].y) of the window.
*/
#include "kernels/common/finish.clh"
#include "kernels/window/window.clh"
#include "kernels/window/window_shapes.h"

/* Partial sums of a pixel. */
#if LS_GREY
#define LS_PLANES_OF_SUMS 1
typedef float LsColor;
#define LS_TO_COLOR(pixel) convert_float(pixel)
#elif LS_OPAQUE
#define LS_PLANES_OF_SUMS 3
typedef float3 LsColor;
#define LS_TO_COLOR(pixel) convert_float3((pixel).xyz)
#elif LS_ALPHA
#define LS_PLANES_OF_SUMS 4
typedef float4 LsColor;
#define LS_TO_COLOR(pixel) LsWeighted(convert_float4(pixel))
static inline float4 LsWeighted(float4 pixel) {
  const float alpha = LS_MAX - pixel.w;
  return (float4)(LS_PREMULTIPLY(pixel.xyz, alpha), alpha);
}
#else
#define LS_PLANES_OF_SUMS 4
typedef float4 LsColor;
#define LS_TO_COLOR(pixel) convert_float4(pixel)
#endif

static inline LsPixel LsStore(LsColor sum) {
#if LS_OPAQUE
  return LS_TO_PIXEL((float4)(LS_ROUND(LS_CLAMP(sum)), 0.0f));
#elif LS_ALPHA
  return LS_TO_PIXEL((float4)(LS_FINAL_COLOR(sum.xyz, sum.w), LS_FINAL_OPACITY(sum.w)));
#else
  return LS_TO_PIXEL(LS_ROUND(LS_CLAMP(sum)));
#endif
}

#define LS_TAP_ARGUMENTS \
  global const float *restrict weights, global const uint2 *restrict taps, uint count

/* total: the sum of all taps; LS_SAMPLE(tap) is the colour under one. */
#define LS_SUM_TAPS(total)                                               \
  for (uint begin = 0; begin < count; begin += LS_TAP_BLOCK) {           \
    const uint end = min(begin + LS_TAP_BLOCK, count);                   \
    LsColor block = (LsColor)(0.0f);                                     \
    for (uint k = begin; k < end; ++k)                                   \
      block = LS_FMA((LsColor)(weights[k]), LS_SAMPLE(taps[k]), block);  \
    total = total + block;                                               \
  }

#if LS_SIDE == 0
/* For windows that do not fit into local memory: every tap is read from the source. */
kernel void ConvolveDirectFilter(LS_PLANES(LsPixel, LsPixel), LS_WINDOW_ARGUMENTS,
                                 LS_TAP_ARGUMENTS) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  global const uint* map = column_map + x + skip.x;
  global const uint* rows = row_map + y + skip.y;
  LsColor total = (LsColor)(0.0f);
#define LS_SAMPLE(tap) LS_TO_COLOR(LS_MAPPED(map[(tap).x], rows[(tap).y]))
  LS_SUM_TAPS(total)
#undef LS_SAMPLE
  LS_ROW(destination, y)[x] = LsStore(total);
}
#endif

#if !LS_STRIPS
#include "kernels/window/convolve/tiles.clh"
#else
#include "kernels/window/convolve/strips.clh"
#endif
