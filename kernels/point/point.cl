/*
  Single samples by their tables, which lie one after the other: entry v of the table of sample s is
  tables[s * LS_ENTRIES + v]. A grey pixel has one sample and one table.
*/
#include "kernels/common/pixel.clh"
#include "kernels/point/point.h"

#define LS_ENTRIES (1u << LS_QUANTUM_DEPTH)

#if !LS_GREY
static inline uint LsIntensity(uint4 pixel, const uint* weights) {
  return (pixel.x * weights[0] + pixel.y * weights[1] + pixel.z * weights[2]) >> 10;
}

static inline bool LsSelected(uint4 pixel, uint intensity, const MagickAcceleratePoint* point) {
  switch (point->selection) {
    case MagickAccelerateGreyPixels:
      return pixel.x == pixel.y && pixel.y == pixel.z;
    case MagickAccelerateInRange:
      return intensity >= point->low && intensity <= point->high;
    case MagickAccelerateNearColor: {
      const uint4 color = (uint4)(point->color[0], point->color[1], point->color[2], 0u);
      const ulong4 away = convert_ulong4(abs_diff(pixel, color));
      return away.x * away.x + away.y * away.y + away.z * away.z <= point->distance;
    }
    default:
      return true;
  }
}
#endif

#define LS_POINT_ARGUMENTS global const LsSample *restrict tables, MagickAcceleratePoint point

kernel void PointFilter(LS_PLANES(LsPixel, LsPixel), LS_POINT_ARGUMENTS) {
  const uint x = get_global_id(0);
  if (x >= columns) return;
  LS_EACH_ROW(y) {
    const LsPixel pixel = LS_ROW(source, y)[x];
#if LS_GREY
    LS_ROW(destination, y)[x] = tables[pixel];
#else
    const uint4 whole = convert_uint4(pixel);
    const uint intensity = LsIntensity(whole, point.weights);
    uint4 entry = whole;
    if (point.from_intensity) entry.xyz = (uint3)(intensity);
    const LsPixel made = (LsPixel)(tables[entry.x], tables[LS_ENTRIES + entry.y],
                                   tables[2u * LS_ENTRIES + entry.z],
                                   tables[3u * LS_ENTRIES + entry.w]);
    const bool changes = LsSelected(whole, intensity, &point);
    LS_ROW(destination, y)[x] = changes ? made : pixel;
#endif
  }
#if LS_GREY
  (void)point;
#endif
}

#if !LS_GREY
/* To one sample a pixel: the first table, of the intensity. */
kernel void PointGreyFilter(LS_PLANES(LsPixel, LsSample), LS_POINT_ARGUMENTS) {
  const uint x = get_global_id(0);
  if (x >= columns) return;
  LS_EACH_ROW(y) {
    LS_ROW(destination, y)[x] = tables[LsIntensity(convert_uint4(LS_ROW(source, y)[x]), point.weights)];
  }
}
#endif
