/*
  Median of a square window, sample by sample: exact. Small windows use a network of minima and
  maxima, others bisect the range of values: the number of samples not above the middle decides in
  which half the median is. See window.clh for the build options.
*/
#include "kernels/common/finish.clh"
#include "kernels/window/window.clh"
#include "kernels/window/window_shapes.h"

/* The vector processed at once: the samples of a pixel, or of as many pixels as fit. Counts have
   the same width. */
#if LS_STRIPS
typedef LsLanes LsValues;
typedef ushort16 LsCounts;
#define LS_TO_COUNTS(v) convert_ushort16(v)
#define LS_TO_VALUES(v) LS_TO_LANES(v)
#else
typedef LsPixel LsValues;
typedef LsWhole LsCounts;
#define LS_TO_COUNTS(v) LS_TO_WHOLE(v)
#define LS_TO_VALUES(v) LS_TO_PIXEL(v)
#endif

/*
  result: the median of the samples LS_AT(column, row) of a window of this many columns and rows.
  The limits converge on it from the least and the greatest sample.
*/
#define LS_BISECT(Counts, to_counts, any_of, result, side)                           \
  Counts low = to_counts(LS_AT(0, 0)), high = low;                                   \
  for (uint i = 0; i < (side); ++i)                                                  \
    for (uint j = 0; j < (side); ++j) {                                              \
      const Counts value = to_counts(LS_AT(j, i));                                   \
      low = min(low, value);                                                         \
      high = max(high, value);                                                       \
    }                                                                                \
  const Counts rank = (Counts)((side) * (side) / 2u);                                \
  while (any_of(low != high)) {                                                      \
    const Counts middle = low + (high - low) / (Counts)(2);                          \
    Counts count = (Counts)(0);                                                      \
    for (uint i = 0; i < (side); ++i)                                                \
      for (uint j = 0; j < (side); ++j)                                              \
        count += select((Counts)(0), (Counts)(1), to_counts(LS_AT(j, i)) <= middle); \
    const Counts above = select((Counts)(0), (Counts)(1), count <= rank);            \
    low = select(low, middle + (Counts)(1), above != (Counts)(0));                   \
    high = select(middle, high, above != (Counts)(0));                               \
  }                                                                                  \
  result = low;

/*
  median: if it is the least or the greatest of several values, what is next to it.
*/
#define LS_MOVE_INWARDS(Counts, to_counts, median, side)                                    \
  {                                                                                         \
    Counts least = median, greatest = median, above = (Counts)(65535), below = (Counts)(0); \
    for (uint i = 0; i < (side); ++i)                                                       \
      for (uint j = 0; j < (side); ++j) {                                                   \
        const Counts value = to_counts(LS_AT(j, i));                                        \
        least = min(least, value);                                                          \
        greatest = max(greatest, value);                                                    \
        above = min(above, select(value, above, value == median));                          \
        below = max(below, select(value, below, value == median));                          \
      }                                                                                     \
    const Counts is_least = select((Counts)(0), (Counts)(1), least == median);              \
    const Counts is_greatest = select((Counts)(0), (Counts)(1), greatest == median);        \
    median = select(median, above, is_least > is_greatest);                                 \
    median = select(median, below, is_greatest > is_least);                                 \
  }

/* inner: 1 for results moved inwards. */
#define LS_MEDIAN_ARGUMENTS LS_WINDOW_ARGUMENTS, uint inner

/* Of the result of a kernel that has loaded its windows. */
#define LS_MOVED(moved)                  \
  LsCounts moved = LS_TO_COUNTS(result); \
  if (inner) LS_MOVE_INWARDS(LsCounts, LS_TO_COUNTS, moved, window.x)

#if LS_SIDE == 0 || !LS_STRIPS
static inline LsPixel LsKnown(LsPixel pixel) {
#if LS_OPAQUE
  pixel.w = 0;
#endif
  return pixel;
}
#endif

#if LS_GREY
#define LS_ANY_SAMPLE(v) (v)
#else
#define LS_ANY_SAMPLE(v) any(v)
#endif

#if LS_SIDE == 0
/* For windows that do not fit into local memory. */
kernel void MedianDirectFilter(LS_PLANES(LsPixel, LsPixel), LS_MEDIAN_ARGUMENTS, uint side) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  global const uint* map = column_map + x + skip.x;
  global const uint* rows = row_map + y + skip.y;
  LsWhole median;
#define LS_AT(column, row) LS_MAPPED(map[column], rows[row])
  LS_BISECT(LsWhole, LS_TO_WHOLE, LS_ANY_SAMPLE, median, side)
  if (inner) LS_MOVE_INWARDS(LsWhole, LS_TO_WHOLE, median, side)
#undef LS_AT
  LS_ROW(destination, y)[x] = LsKnown(LS_TO_PIXEL(median));
}
#endif

#if LS_STRIPS
#include "kernels/window/median/strips.clh"
#else
#include "kernels/window/median/tiles.clh"
#endif

#if LS_SIDE == 0
/* Any window. */
#define LS_MEDIAN_OF_WINDOW                                         \
  LsCounts median;                                                  \
  LS_BISECT(LsCounts, LS_TO_COUNTS, LS_ANY_COUNT, median, window.x) \
  const LsValues result = LS_TO_VALUES(median);
LS_MEDIAN_KERNEL(MedianFilter)
#elif LS_STRIPS
#include "kernels/window/median/network.clh"
#else
#include "kernels/window/median/sorted_rows.clh"
#include "kernels/window/median/tile_network.clh"
#endif
