/* Composition of an image on a canvas. */
#include "kernels/color/color.clh"

#include "kernels/composite/composite.h"
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

kernel void CompositeFilter(LS_PLANES(LsPixel, LsPixel), global const LsPixel* restrict second,
                            uint second_stride, MagickAccelerateComposition rule) {
  const uint x = get_global_id(0);
  if (x >= columns) return;
  /* Less than nothing is a large number. */
  const uint across = x - rule.column;
  LS_EACH_ROW(y) {
    LsPixel pixel = LS_ROW(source, y)[x];
    const uint down = y - rule.row;
    if (across < rule.columns && down < rule.rows) {
      const LsPixel other =
          second[(size_t)(rule.second_row + down) * second_stride + rule.second_column + across];
      pixel = LsMade(LsComposed(rule.function, LsLoaded(pixel, rule.source_has_alpha),
                                LsLoaded(other, rule.second_has_alpha), rule.numbers));
    }
    LS_ROW(destination, y)[x] = pixel;
  }
}
