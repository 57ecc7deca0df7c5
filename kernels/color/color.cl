/* Functions of the three colours of a pixel; there are none of grey pixels. */
#include "kernels/color/color.clh"
#include "kernels/color/color.h"

#if !LS_GREY

static inline LsColors LsCalled(MagickAccelerateColorFunction function, LsColors c, float alpha,
                                const float* n) {
  switch (function) {
#define LS_COLOR_FUNCTION(name, call) \
  case MagickAccelerate##name:        \
    return call;
#define LS_FOURTH_FUNCTION(name, call, fourth) LS_COLOR_FUNCTION(name, call)
#include "kernels/color/color_functions.h"
#undef LS_COLOR_FUNCTION
#undef LS_FOURTH_FUNCTION
  }
  return c;
}

/* made: what became of the colours. */
static inline float LsFourth(MagickAccelerateColorFunction function, LsColors c, float alpha,
                             const float* n, LsColors made) {
  switch (function) {
#define LS_COLOR_FUNCTION(name, call)
#define LS_FOURTH_FUNCTION(name, call, fourth) \
  case MagickAccelerate##name:                 \
    return fourth;
#include "kernels/color/color_functions.h"
    default:
      return LS_MAX - alpha;
  }
}

/* The column of this work-item, and the numbers. */
#define LS_COLOR_COLUMN            \
  const uint x = get_global_id(0); \
  if (x >= columns) return;        \
  const float* const n = color.numbers;

/* A pixel, its alpha, and what becomes of its colours. */
#define LS_COLOR_PIXEL                                                    \
  const LsPixel pixel = LS_ROW(source, y)[x];                             \
  const LsColors colors = LsColorsOf(pixel);                              \
  const float alpha = color.has_alpha ? LS_MAX - convert_float(pixel.s3) : LS_MAX; \
  const LsColors made = LsCalled(color.function, colors, alpha, n);

kernel void ColorFilter(LS_PLANES(LsPixel, LsPixel), MagickAccelerateColor color) {
  LS_COLOR_COLUMN
  LS_EACH_ROW(y) {
    LS_COLOR_PIXEL
    float4 result = convert_float4(pixel);
    result.LS_RED = made.red;
    result.s1 = made.green;
    result.LS_BLUE = made.blue;
    if (color.with_opacity) result.s3 = LsFourth(color.function, colors, alpha, n, made);
    const float4 stored = fmin(fmax(result, 0.0f), LS_MAX);
    LS_ROW(destination, y)[x] = LS_TO_PIXEL(LS_ROUND(stored));
  }
}

/* To one sample a pixel. */
kernel void ColorGreyFilter(LS_PLANES(LsPixel, LsSample), MagickAccelerateColor color) {
  LS_COLOR_COLUMN
  LS_EACH_ROW(y) {
    LS_COLOR_PIXEL
    LS_ROW(destination, y)[x] = LS_TO_SAMPLE(LS_ROUND(LS_CLAMP(made.green)));
  }
}

#endif
