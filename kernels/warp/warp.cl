/* Each pixel comes from a place of the source that a function computes. */
#include "kernels/common/pixel.clh"
#include "kernels/common/lanes.clh"
#include "kernels/common/whole_mean.h"
#include "kernels/warp/arc.h"
#include "kernels/warp/outside.h"

typedef global const float* LsTable;
#define LsEntry(table, at) ((table)[at])
#include "kernels/warp/places.h"

#if LS_GREY
typedef float LsNumbers;
#define LS_FROM_PIXEL(pixel) convert_float(pixel)
#else
typedef float4 LsNumbers;
#define LS_FROM_PIXEL(pixel) convert_float4(pixel)
#endif

static inline LsPlace LsCalled(MagickAccelerateWarpFunction function, float x, float y, const float* n, const int* w,
                               LsTable table) {
  switch (function) {
#define LS_WARP_FUNCTION(name, call) \
  case MagickAccelerate##name:       \
    return call;
#define LS_WARP_LOOP(name)
#include "kernels/warp/place_functions.h"
    default:
      return LsSame(x, y);
  }
}

static inline LsPixel LsPixelAt(global const LsPixel* restrict source, uint source_stride,
                                uint source_top, int2 size, MagickAccelerateOutside outside,
                                LsPixel constant_pixel, int x, int y) {
  const int column = LsInside(outside, x, size.x);
  const int row = LsInside(outside, y, size.y);
  if (column < 0 || row < 0) return constant_pixel;
  return LS_ROW(source, (uint)(row))[column];
}

static inline LsNumbers LsWeighted(float4 weights, LsNumbers a, LsNumbers b, LsNumbers c,
                                   LsNumbers d) {
  return weights.s0 * a + weights.s1 * b + weights.s2 * c + weights.s3 * d;
}

static inline LsPixel LsStoredPixel(LsNumbers sum) {
  return LS_TO_PIXEL(LS_ROUND(fmin(sum, (LsNumbers)(LS_MAX))));
}

#if !LS_GREY
/* Transparent pixels have no part in the colours. `plain`: what it would be otherwise. */
static inline LsPixel LsWithAlpha(float4 weights, LsPixel plain, float4 a, float4 b, float4 c,
                                  float4 d) {
  const float4 opacity = (float4)(a.s3, b.s3, c.s3, d.s3);
  const float4 visible = select(weights, (float4)(0.0f), opacity == LS_MAX);
  const float area = visible.s0 + visible.s1 + visible.s2 + visible.s3;
  LsPixel result = (LsPixel)(0, 0, 0, (LsSample)(LS_MAX));
  if (area <= 0.5f / LS_MAX) return result;
  result = LsStoredPixel(LsWeighted(visible, a, b, c, d) / area);
  result.s3 = plain.s3;
  return result;
}
#endif

/* channels: MagickAccelerateChannels. */
#define LS_WARP_KERNEL(name)                                                                   \
  kernel void name(LS_PLANES(LsPixel, LsPixel), uint channels, MagickAccelerateWarpRule warp,      \
                   int2 size, LsPixel constant_pixel, LsTable table)

LS_WARP_KERNEL(WarpFilter) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const LsPlace place =
      LsCalled(warp.function, convert_float(x), convert_float(y), warp.numbers, warp.whole, table);
#define LS_AT(right, below)                                                                      \
  LsPixelAt(source, source_stride, source_top, size, warp.outside, constant_pixel, place.x + (right), \
            place.y + (below))
#if LS_GREY
  LsPixel result = (LsPixel)(warp.fill[0]);
#else
  LsPixel result = (LsPixel)((LsSample)(warp.fill[0]), (LsSample)(warp.fill[1]),
                             (LsSample)(warp.fill[2]), (LsSample)(warp.fill[3]));
#endif
  if (place.kind == LS_COPIED) result = LS_AT(0, 0);
  if (place.kind == LS_INTERPOLATED) {
    const LsNumbers a = LS_FROM_PIXEL(LS_AT(0, 0)), b = LS_FROM_PIXEL(LS_AT(1, 0));
    const LsNumbers c = LS_FROM_PIXEL(LS_AT(0, 1)), d = LS_FROM_PIXEL(LS_AT(1, 1));
    const float left = 1.0f - place.right, above = 1.0f - place.below;
    const float4 weights =
        (float4)(above * left, above * place.right, place.below * left, place.below * place.right);
    result = LsStoredPixel(LsWeighted(weights, a, b, c, d));
#if !LS_GREY
    if (channels == 0) result.s3 = 0;
    if (channels == 1) result = LsWithAlpha(weights, result, a, b, c, d);
#endif
  }
  LS_ROW(destination, y)[x] = result;
#if LS_GREY
  (void)channels;
#endif
}

/* arc.h. */
LS_WARP_KERNEL(WarpArcFilter) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const LsArcLong across = 2 * (LsArcLong)(x) - (size.x - 1);
  const LsArcLong down = 2 * (LsArcLong)(y) - (size.y - 1);
  const LsArcLong width = size.x - 1, height = size.y - 1;
  const int angles = warp.whole[2];
  const int stride =
      LsArcStride(across * across + down * down, width * width + height * height, angles);
  LsWhole sum = 0;
  uint count = 0;
#if !LS_GREY
  ulong4 weighted = 0;
#endif
  for (int i = 0; i < angles; i += stride, ++count) {
    const LsArcLong cosine = LsArcFactor(table + i * LS_ARC_ENTRIES);
    const LsArcLong sine = LsArcFactor(table + i * LS_ARC_ENTRIES + 2);
    const LsArcLong column = LsArcPosition(across * cosine - down * sine, size.x);
    const LsArcLong row = LsArcPosition(across * sine + down * cosine, size.y);
    const LsWhole samples =
        LS_TO_WHOLE(LsPixelAt(source, source_stride, source_top, size, warp.outside, constant_pixel,
                              LS_ARC_PIXEL(column), LS_ARC_PIXEL(row)));
    sum += samples;
#if !LS_GREY
    if (channels == 1) weighted += convert_ulong4(samples * ((uint)(LS_MAX)-samples.s3));
#endif
  }
  LsWhole mean = LS_WHOLE_MEAN(sum, count);
#if !LS_GREY
  if (channels == 0) mean.s3 = 0;
  const ulong alpha = (ulong)(count) * (uint)(LS_MAX)-sum.s3;
  if (channels == 1)
    mean.s012 = alpha == 0 ? (uint3)(0) : convert_uint3(LS_WHOLE_MEAN(weighted.s012, alpha));
#endif
  LS_ROW(destination, y)[x] = LS_TO_PIXEL(mean);
#if LS_GREY
  (void)channels;
#endif
}
