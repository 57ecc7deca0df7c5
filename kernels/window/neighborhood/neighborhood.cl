/* Functions of the pixels of windows, a work-item for each pixel. */
#include "kernels/common/lanes.clh"
#include "kernels/window/neighborhood/intensity.h"
#include "kernels/window/neighborhood/neighborhood.h"
#include "kernels/window/window.clh"

typedef long LsExact;
#define LsToExact(a) convert_long(a)
#define LsSign(a) convert_float(a)
#define LS_TABLE constant

/* Windows begin at these map entries. */
typedef struct {
  global const LsPixel* source;
  uint source_stride, source_top;
  LsPixel outside;
  global const uint *columns, *rows;
  uint before, behind;
} LsWindow;

static inline LsPixel LsWindowPixel(LsWindow w, int column, int row) {
  global const LsPixel* const source = w.source;
  const uint source_stride = w.source_stride, source_top = w.source_top;
  const LsPixel outside = w.outside;
  return LS_MAPPED(w.columns[column], w.rows[row]);
}

static inline uint LsIntensityOf(LsPixel pixel) {
#if LS_GREY
  return pixel;
#else
  return (pixel.LS_RED * (uint)LS_RED_PARTS + pixel.s1 * (uint)LS_GREEN_PARTS +
          pixel.LS_BLUE * (uint)LS_BLUE_PARTS) >>
         LS_INTENSITY_SHIFT;
#endif
}

static inline float LsSampleAt(LsWindow w, int which, int column, int row) {
  const LsPixel pixel = LsWindowPixel(w, column, row);
#if LS_GREY
  return which == 3 ? 0.0f : convert_float(pixel);
#else
  return convert_float(which == 0   ? pixel.LS_RED
                       : which == 1 ? pixel.s1
                       : which == 2 ? pixel.LS_BLUE
                                    : pixel.s3);
#endif
}

#define LsIntensityAt(w, column, row) \
  convert_float(LsIntensityOf(LsWindowPixel((w), (column), (row))))
#define LsBefore(w) convert_float((w).before)
#define LsBehind(w) convert_float((w).behind)

#include "kernels/window/neighborhood/functions.h"

/* opaque: 1 if the result has no opacity. */
#define LS_WINDOW_KERNEL(name)                                                        \
  kernel void Neighborhood##name##Filter(LS_PLANES(LsPixel, LsPixel), LS_WINDOW_ARGUMENTS, \
                                    MagickAccelerateNeighborhoodRule rule, uint side,     \
                                    uint opaque,                                      \
                                    global const float* table)

/* The pixel of this work-item, its window and the numbers. */
#define LS_WINDOW_PIXEL                        \
  const uint x = get_global_id(0);             \
  const uint y = row_begin + get_global_id(1); \
  if (x >= columns || y >= row_end) return;    \
  const float* const n = rule.numbers;         \
  LsWindow w;                                  \
  w.source = source;                           \
  w.source_stride = source_stride;             \
  w.source_top = source_top;                   \
  w.outside = outside;                         \
  w.columns = column_map + x + skip.x;         \
  w.rows = row_map + y + skip.y;               \
  w.before = x;                                \
  w.behind = columns - 1u - x;

static inline LsPixel LsOpaqueIf(uint opaque, LsPixel pixel) {
#if !LS_GREY
  if (opaque) pixel.s3 = 0;
#endif
  (void)opaque;
  return pixel;
}

static inline LsPixel LsStored(LsSamples made) {
#if LS_GREY
  return LS_TO_PIXEL(LS_ROUND(LS_CLAMP(made.green)));
#else
  float4 samples;
  samples.LS_RED = made.red;
  samples.s1 = made.green;
  samples.LS_BLUE = made.blue;
  samples.s3 = made.opacity;
  return LS_TO_PIXEL(LS_ROUND(fmin(fmax(samples, 0.0f), LS_MAX)));
#endif
}

#define LS_WINDOW_FUNCTION(name, call)                              \
  LS_WINDOW_KERNEL(name) {                                          \
    LS_WINDOW_PIXEL                                                 \
    LS_ROW(destination, y)[x] = LsOpaqueIf(opaque, LsStored(call)); \
    (void)n;                                                        \
    (void)side;                                                     \
    (void)table;                                                    \
  }
#define LS_WINDOW_LOOP(name)
#include "kernels/window/neighborhood/window_functions.h"

/* The pixel with which its step of intensity occurs more often than any other before it. */
LS_WINDOW_KERNEL(Paint) {
  LS_WINDOW_PIXEL
  uint counts[LS_STEPS];
  for (uint i = 0; i < LS_STEPS; ++i) counts[i] = 0;
  uint most = 0;
  LsPixel winner = LsWindowPixel(w, 0, 0);
  for (uint row = 0; row < side; ++row)
    for (uint column = 0; column < side; ++column) {
      const LsPixel pixel = LsWindowPixel(w, column, row);
      const uint count = ++counts[LS_STEP_OF(LsIntensityOf(pixel))];
      if (count > most) {
        most = count;
        winner = pixel;
      }
    }
  LS_ROW(destination, y)[x] = LsOpaqueIf(opaque, winner);
  (void)n;
  (void)table;
}

/* Large enough for sums of samples. */
#if LS_GREY
typedef long LsLong;
#define LS_TO_LONG(v) convert_long(v)
#else
typedef long4 LsLong;
#define LS_TO_LONG(v) convert_long4(v)
#endif

/* numbers: columns, rows and offset; the mean is at least a whole number if the sum is at least
   that many times the area. */
LS_WINDOW_KERNEL(LocalThreshold) {
  LS_WINDOW_PIXEL
  const uint width = convert_uint(n[0]), height = convert_uint(n[1]);
  const uint left = side / 2u - (width - 1u) / 2u, top = side / 2u - (height - 1u) / 2u;
  LsLong sum = 0;
  for (uint row = top; row < top + height; ++row) {
    LsWhole line = 0;
    for (uint column = left; column < left + width; ++column)
      line += LS_TO_WHOLE(LsWindowPixel(w, column, row));
    sum += LS_TO_LONG(line);
  }
  const LsLong here = LS_TO_LONG(LsWindowPixel(w, side / 2u, side / 2u));
  const LsLong least = (here - convert_long(n[2])) * convert_long(width) * convert_long(height);
  const LsLong above = select((LsLong)(0), (LsLong)(LS_MAX), (LsLong)(here != 0 && least > sum));
  LS_ROW(destination, y)[x] = LsOpaqueIf(opaque, LS_TO_PIXEL(above));
  (void)table;
}

/* Sums of samples, each with its weights. */
#if LS_GREY
typedef float LsNumbers;
#define LS_TO_NUMBERS(pixel) convert_float(pixel)
#else
typedef float4 LsNumbers;
#define LS_TO_NUMBERS(pixel) convert_float4(pixel)
#endif

static inline float LsLumaOf(LsPixel pixel) {
#if LS_GREY
  return convert_float(pixel);
#else
  return convert_float((pixel.LS_RED * LS_LUMA_RED_PARTS + pixel.s1 * LS_LUMA_GREEN_PARTS +
                        pixel.LS_BLUE * LS_LUMA_BLUE_PARTS + LS_LUMA_HALF) >>
                       LS_LUMA_SHIFT);
#endif
}

/* The weights of the samples of a pixel; colours by_alpha. */
static inline LsNumbers LsWeightsOf(LsPixel pixel, float weight, bool by_alpha) {
  LsNumbers weights = weight;
#if !LS_GREY
  if (by_alpha) weights.s012 = weight * (LS_MAX - convert_float(pixel.s3));
#endif
  (void)pixel;
  (void)by_alpha;
  return weights;
}

/* As alike_cpu.cpp says. */
LS_WINDOW_KERNEL(SelectiveBlur) {
  LS_WINDOW_PIXEL
  const uint width = convert_uint(n[0]), height = convert_uint(n[1]);
  const uint left = side / 2u - (width - 1u) / 2u, top = side / 2u - (height - 1u) / 2u;
  const bool by_alpha = n[3] > 0.0f, by_difference = n[4] > 0.0f;
  const float middle = LsLumaOf(LsWindowPixel(w, side / 2u, side / 2u));
  global const float* differences = table + width * height;
  LsNumbers sums = 0.0f, weights = 0.0f;
  for (uint row = 0; row < height; ++row) {
    LsNumbers row_sums = 0.0f, row_weights = 0.0f;
    for (uint column = 0; column < width; ++column) {
      const LsPixel pixel = LsWindowPixel(w, left + column, top + row);
      const float difference = fabs(LsLumaOf(pixel) - middle);
      if (difference >= n[2]) continue;
      float weight = table[row * width + column];
      if (by_difference) weight = weight * differences[convert_uint(difference)];
      const LsNumbers each = LsWeightsOf(pixel, weight, by_alpha);
      row_sums = row_sums + each * LS_TO_NUMBERS(pixel);
      row_weights = row_weights + each;
    }
    sums = sums + row_sums;
    weights = weights + row_weights;
  }
  /* Colours of nothing but transparent pixels are 0. */
  const LsNumbers mean = sums / (weights > 0.0f ? weights : (LsNumbers)(1.0f));
  const LsPixel made = LS_TO_PIXEL(LS_ROUND(fmin(mean, (LsNumbers)(LS_MAX))));
  LS_ROW(destination, y)[x] = LsOpaqueIf(opaque, made);
}
