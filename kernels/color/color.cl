/* Functions of the three colours of a pixel; there are none of grey pixels. */
#include "kernels/color/color.clh"

#if !LS_GREY

static inline LsColors LsCalled(uint function, LsColors c, float alpha, const float* n) {
  switch (function) {
#define LS_COLOR_FUNCTION(number, name, call) \
  case number:                                \
    return call;
#define LS_FOURTH_FUNCTION(number, name, call, fourth) LS_COLOR_FUNCTION(number, name, call)
#include "kernels/color/color_functions.h"
#undef LS_COLOR_FUNCTION
#undef LS_FOURTH_FUNCTION
  }
  return c;
}

/* made: what became of the colours. */
static inline float LsFourth(uint function, LsColors c, float alpha, const float* n, LsColors made) {
  switch (function) {
#define LS_COLOR_FUNCTION(number, name, call)
#define LS_FOURTH_FUNCTION(number, name, call, fourth) \
  case number:                                         \
    return fourth;
#include "kernels/color/color_functions.h"
  }
  return LS_MAX - alpha;
}

/* has_alpha: 1 if the fourth sample is an opacity. with_opacity: 1 if it changes too. */
#define LS_COLOR_ARGUMENTS \
  uint function, float16 numbers, float4 more_numbers, uint has_alpha, uint with_opacity

/* The numbers, and the column of this work-item. */
#define LS_COLOR_COLUMN            \
  const uint x = get_global_id(0); \
  if (x >= columns) return;        \
  float n[LS_NUMBERS];             \
  vstore16(numbers, 0, n);         \
  vstore4(more_numbers, 4, n);

/* A pixel, its alpha, and what becomes of its colours. */
#define LS_COLOR_PIXEL                                                    \
  const LsPixel pixel = LS_ROW(source, y)[x];                             \
  const LsColors colors = LsColorsOf(pixel);                              \
  const float alpha = has_alpha ? LS_MAX - convert_float(pixel.s3) : LS_MAX; \
  const LsColors made = LsCalled(function, colors, alpha, n);

kernel void ColorFilter(LS_PLANES(LsPixel, LsPixel), LS_COLOR_ARGUMENTS) {
  LS_COLOR_COLUMN
  LS_EACH_ROW(y) {
    LS_COLOR_PIXEL
    float4 result = convert_float4(pixel);
    result.LS_RED = made.red;
    result.s1 = made.green;
    result.LS_BLUE = made.blue;
    if (with_opacity) result.s3 = LsFourth(function, colors, alpha, n, made);
    const float4 stored = fmin(fmax(result, 0.0f), LS_MAX);
    LS_ROW(destination, y)[x] = LS_TO_PIXEL(LS_ROUND(stored));
  }
}

/* To one sample a pixel. */
kernel void ColorGreyFilter(LS_PLANES(LsPixel, LsSample), LS_COLOR_ARGUMENTS) {
  LS_COLOR_COLUMN
  LS_EACH_ROW(y) {
    LS_COLOR_PIXEL
    LS_ROW(destination, y)[x] = LS_TO_SAMPLE(LS_ROUND(LS_CLAMP(made.green)));
  }
  (void)with_opacity;
}

#endif
