/*
  Single samples by their tables, which lie one after the other: entry v of the table of sample s is
  tables[s * LS_ENTRIES + v]. A grey pixel has one sample and one table.
*/
#include "kernels/common/pixel.clh"

#define LS_ENTRIES (1u << LS_QUANTUM_DEPTH)

#if !LS_GREY
/* MagickAccelerateSelection. */
enum { LS_ALL, LS_GREY_PIXELS, LS_IN_RANGE, LS_NEAR };

static inline uint LsIntensity(uint4 pixel, uint4 weights) {
  return (pixel.x * weights.x + pixel.y * weights.y + pixel.z * weights.z) >> 10;
}

static inline bool LsSelected(uint4 pixel, uint intensity, uint selection, uint2 range, uint4 color,
                ulong distance) {
  switch (selection) {
    case LS_GREY_PIXELS:
      return pixel.x == pixel.y && pixel.y == pixel.z;
    case LS_IN_RANGE:
      return intensity >= range.x && intensity <= range.y;
    case LS_NEAR: {
      const ulong4 away = convert_ulong4(abs_diff(pixel, color));
      return away.x * away.x + away.y * away.y + away.z * away.z <= distance;
    }
    default:
      return true;
  }
}
#endif

#define LS_POINT_ARGUMENTS                                                                     \
  global const LsSample *restrict tables, uint selection, uint from_intensity, uint4 weights, \
      uint2 range, uint4 color, ulong distance

/* For kernels that only use the tables. */
#define LS_POINT_TABLES_ONLY \
  (void)selection;           \
  (void)from_intensity;      \
  (void)range;               \
  (void)color;               \
  (void)distance;

/* weights: of the intensity. range: low and high. */
kernel void PointFilter(LS_PLANES(LsPixel, LsPixel), LS_POINT_ARGUMENTS) {
  const uint x = get_global_id(0);
  if (x >= columns) return;
  LS_EACH_ROW(y) {
    const LsPixel pixel = LS_ROW(source, y)[x];
#if LS_GREY
    LS_ROW(destination, y)[x] = tables[pixel];
#else
    const uint4 whole = convert_uint4(pixel);
    const uint intensity = LsIntensity(whole, weights);
    uint4 entry = whole;
    if (from_intensity) entry.xyz = (uint3)(intensity);
    const LsPixel made = (LsPixel)(tables[entry.x], tables[LS_ENTRIES + entry.y],
                                   tables[2u * LS_ENTRIES + entry.z],
                                   tables[3u * LS_ENTRIES + entry.w]);
    const bool changes = LsSelected(whole, intensity, selection, range, color, distance);
    LS_ROW(destination, y)[x] = changes ? made : pixel;
#endif
  }
#if LS_GREY
  LS_POINT_TABLES_ONLY
  (void)weights;
#endif
}

#if !LS_GREY
/* To one sample a pixel: the first table, of the intensity. */
kernel void PointGreyFilter(LS_PLANES(LsPixel, LsSample), LS_POINT_ARGUMENTS) {
  const uint x = get_global_id(0);
  if (x >= columns) return;
  LS_POINT_TABLES_ONLY
  LS_EACH_ROW(y) {
    LS_ROW(destination, y)[x] = tables[LsIntensity(convert_uint4(LS_ROW(source, y)[x]), weights)];
  }
}
#endif
