/*
  Area averaging, both directions in one launch: the columns are summed first, down all the source
  rows that an output row covers, then the sums are summed across.
*/
#include "kernels/common/resample.clh"

/* What the vertical pass would have stored for column x of the source. */
static inline float4 LsColumn(global const LsPixel* column, uint stride, uint count,
                              global const float* weight) {
  LsSum sum = LS_NO_SUM;
#define LS_SAMPLE(k) LsLoad(column[(size_t)(k)*stride])
  LS_WALK(sum, count, weight, 1u, LS_SAMPLE)
#undef LS_SAMPLE
  return LsBetween(LS_SUM(sum));
}

#if LS_LOCAL

/*
  A group makes a span of columns of a few rows. Its work-items share out the source columns that
  the span covers, leave their sums in local memory, and then add those up, each for one pixel. When
  not all sums fit, they come in chunks while the totals wait in registers.
*/
kernel void ScaleFilter(LS_ARGUMENTS(LsPixel, LsPixel), global const uint4* restrict row_spans,
                        uint weight_stride, LS_TILE_ARGUMENTS) {
  const uint width = get_local_size(0);
  const uint left = get_group_id(0) * width;
  const uint x = left + get_local_id(0);
  const uint y = row_begin + get_group_id(1) * get_local_size(1) + get_local_id(1);
  const uint4 down = row_spans[min(y, row_end - 1u)];
  const uint4 across = spans[min(x, columns - 1u)];
  const uint4 last = spans[min(left + width, columns) - 1u];
  const uint end = last.x + last.y;
  global const LsPixel* line = LS_ROW(source, down.x);
  global const float* weight = weights + across.z;
  local float4* cached = tile + get_local_id(1) * LS_PITCH(capacity);
  LsSum sum = LS_NO_SUM;
  for (uint begin = spans[left].x; begin < end; begin += capacity) {
    const uint limit = min(begin + capacity, end);
    for (uint i = begin + get_local_id(0); i < limit; i += width)
      cached[LS_CELL(i - begin)] = LsColumn(line + i, source_stride, down.y, weights + down.z);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint stop = LsTapsBefore(across, limit);
#define LS_SAMPLE(k) cached[LS_CELL(across.x + (k)-begin)]
    LS_WALK(sum, stop, weight, weight_stride, LS_SAMPLE)
#undef LS_SAMPLE
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < columns && y < row_end) LS_ROW(sink, y)[x] = LsStore(LS_SUM(sum));
}

#else

/* For devices whose local memory is ordinary memory: boundary columns are summed twice instead. */
kernel void ScaleFilter(LS_ARGUMENTS(LsPixel, LsPixel), global const uint4* restrict row_spans) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const uint4 down = row_spans[y];
  const uint4 across = spans[x];
  global const LsPixel* corner = LS_ROW(source, down.x) + across.x;
  global const float* weight = weights + across.z;
  LsSum sum = LS_NO_SUM;
#define LS_SAMPLE(k) LsColumn(corner + (k), source_stride, down.y, weights + down.z)
  LS_WALK(sum, across.y, weight, 1u, LS_SAMPLE)
#undef LS_SAMPLE
  LS_ROW(sink, y)[x] = LsStore(LS_SUM(sum));
}

#endif
