/* Composition of an image on a canvas. */
#include "kernels/color/color.clh"

#include "kernels/composite/functions.h"

#if LS_GREY
static inline LsLayer LsLoaded(LsPixel pixel, uint has_alpha) {
  (void)has_alpha;
  return LsLayerOf(LsGrey(convert_float(pixel)), 0.0f);
}

static inline LsPixel LsMade(LsLayer layer) {
  return LS_TO_PIXEL(LS_ROUND(LS_CLAMP(layer.colors.green)));
}
#else
static inline LsLayer LsLoaded(LsPixel pixel, uint has_alpha) {
  return LsLayerOf(LsColorsOf(pixel), has_alpha ? convert_float(pixel.s3) : 0.0f);
}

static inline LsPixel LsMade(LsLayer layer) {
  float4 result;
  result.LS_RED = layer.colors.red;
  result.s1 = layer.colors.green;
  result.LS_BLUE = layer.colors.blue;
  result.s3 = layer.opacity;
  const float4 stored = fmin(fmax(result, 0.0f), LS_MAX);
  return LS_TO_PIXEL(LS_ROUND(stored));
}
#endif

static inline LsLayer LsComposed(uint function, LsLayer c, LsLayer u, const float* n) {
  switch (function) {
#define LS_COMPOSITE_FUNCTION(number, name, call) \
  case number:                                    \
    return call;
#include "kernels/composite/composite_functions.h"
  }
  return c;
}

/* place: the column and the row of the rectangle in the canvas, and in the update; extent: its
   size. alphas: 1 where the fourth sample of the canvas, and of the update, is an opacity. */
kernel void CompositeFilter(LS_PLANES(LsPixel, LsPixel), global const LsPixel* restrict update,
                            uint update_stride, uint function, float2 numbers, uint2 alphas,
                            uint4 place, uint2 extent) {
  const uint x = get_global_id(0);
  if (x >= columns) return;
  const float n[2] = {numbers.s0, numbers.s1};
  /* Less than nothing is a large number. */
  const uint across = x - place.s0;
  LS_EACH_ROW(y) {
    LsPixel pixel = LS_ROW(source, y)[x];
    const uint down = y - place.s1;
    if (across < extent.s0 && down < extent.s1) {
      const LsPixel other = update[(size_t)(place.s3 + down) * update_stride + place.s2 + across];
      pixel = LsMade(
          LsComposed(function, LsLoaded(pixel, alphas.s0), LsLoaded(other, alphas.s1), n));
    }
    LS_ROW(destination, y)[x] = pixel;
  }
}
