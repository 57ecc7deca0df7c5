/* Lines of pixels are moved along themselves. */
#include "kernels/common/pixel.clh"

#if LS_GREY
typedef int LsIndex;
#define LS_FROM_PIXEL(pixel) convert_int(pixel)
#else
typedef int4 LsIndex;
#define LS_FROM_PIXEL(pixel) convert_int4(pixel)
#endif
#define LS_SHARED static inline
#include "kernels/shear/shear.h"
#include "kernels/shear/blend.h"

/* area: first column and row, columns, rows. */
static inline bool LsIsInside(int2 place, int4 area) {
  return place.x >= area.s0 && place.y >= area.s1 && place.x - area.s0 < area.s2 &&
         place.y - area.s1 < area.s3;
}

#if !LS_GREY
/* Fully transparent pixels take the colours of the other. */
static inline void LsShareColors(LsIndex* a, LsIndex* b) {
  const int transparent = (int)(LS_MAX);
  const bool a_takes = (*a).s3 == transparent, b_takes = (*b).s3 == transparent;
  if (b_takes) (*b).s012 = (*a).s012;
  if (a_takes) (*a).s012 = (*b).s012;
}
#endif

/* channels: MagickAccelerateChannels. size: of the source. */
kernel void ShearFilter(LS_PLANES(LsPixel, LsPixel), uint channels, MagickAccelerateShearRule rule,
                        int2 size, LsPixel constant_pixel, global const int4* lines) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const int2 at = (int2)(rule.column + (int)(x), rule.row + (int)(y));
  const int4 source_place = (int4)(rule.source_column, rule.source_row, size);
  const int4 area = (int4)(rule.area_column, rule.area_row, (int)(rule.area_columns),
                           (int)(rule.area_rows));
  const bool of_columns = rule.of_columns != 0;
#define LS_AT(where)                                                                      \
  (LsIsInside((where), source_place)                                                      \
       ? LS_ROW(source, (uint)((where).y - source_place.s1))[(where).x - source_place.s0] \
       : constant_pixel)
  const int line = of_columns ? at.x - area.s0 : at.y - area.s1;
  LsPixel result;
  const bool moves = line >= 0 && line < (of_columns ? area.s2 : area.s3);
  const int4 numbers = moves ? lines[line] : (int4)(0);
  const int2 first = at + (of_columns ? (int2)(0, numbers.s0) : (int2)(numbers.s0, 0));
  const int2 second = at + (of_columns ? (int2)(0, numbers.s1) : (int2)(numbers.s1, 0));
  const bool has_first = LsIsInside(first, area), has_second = LsIsInside(second, area);
  if (has_first || has_second || LsIsInside(at, area)) {
    LsIndex a = LS_FROM_PIXEL(has_first ? LS_AT(first) : constant_pixel);
    LsIndex b = LS_FROM_PIXEL(has_second ? LS_AT(second) : constant_pixel);
#if !LS_GREY
    if (channels == 1) LsShareColors(&a, &b);
#endif
    const int lower = (1 << LS_SHARE_BITS) - 1;
    result =
        LS_TO_PIXEL(LsShearBlend(a, b, (LsIndex)(numbers.s2), (LsIndex)(numbers.s3 >> LS_SHARE_BITS),
                            (LsIndex)(numbers.s3 & lower)));
  } else {
    result = LS_AT(at);
  }
#if LS_GREY
  (void)channels;
#else
  if (channels == 0) result.s3 = 0;
#endif
  LS_ROW(destination, y)[x] = result;
}
