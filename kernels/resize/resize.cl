/*
  Separable resampling in two passes, with a float4 image between them. No filter is evaluated here:
  the kernels walk the contribution tables that the host has built.

  Build options beside those of resample.clh:
    LS_VERTICAL_FIRST  1: ResizeVerticalFilter reads quantum pixels, ResizeHorizontalFilter writes
                       them; 0: the other way round
*/
#include "kernels/common/resample.clh"

#ifndef LS_VERTICAL_FIRST
#define LS_VERTICAL_FIRST 0
#endif

#define LS_PASS_ON(v) (v)
#if LS_VERTICAL_FIRST
#define LsVerticalSource LsPixel
#define LsVerticalSink float4
#define LS_VERTICAL_LOAD LsLoad
#define LS_VERTICAL_STORE LsBetween
#define LsHorizontalSource float4
#define LsHorizontalSink LsPixel
#define LS_HORIZONTAL_LOAD LS_PASS_ON
#define LS_HORIZONTAL_STORE LsStore
#else
#define LsVerticalSource float4
#define LsVerticalSink LsPixel
#define LS_VERTICAL_LOAD LS_PASS_ON
#define LS_VERTICAL_STORE LsStore
#define LsHorizontalSource LsPixel
#define LsHorizontalSink float4
#define LS_HORIZONTAL_LOAD LsLoad
#define LS_HORIZONTAL_STORE LsBetween
#endif

#if LS_LOCAL

/*
  A group makes a span of columns of a few rows. It loads the piece of each row that its taps touch,
  or as much of it as fits at a time: the sums wait in registers while the next chunk comes in.
*/
kernel void ResizeHorizontalFilter(LS_ARGUMENTS(LsHorizontalSource, LsHorizontalSink),
                                   uint weight_stride, LS_TILE_ARGUMENTS) {
  const uint width = get_local_size(0);
  const uint left = get_group_id(0) * width;
  const uint x = left + get_local_id(0);
  const uint y = row_begin + get_group_id(1) * get_local_size(1) + get_local_id(1);
  const uint4 span = spans[min(x, columns - 1u)];
  const uint4 last = spans[min(left + width, columns) - 1u];
  const uint end = last.x + last.y;
  global const LsHorizontalSource* line = LS_ROW(source, min(y, row_end - 1u));
  global const float* weight = weights + span.z;
  local float4* cached = tile + get_local_id(1) * LS_PITCH(capacity);
  LsSum sum = LS_NO_SUM;
  for (uint begin = spans[left].x; begin < end; begin += capacity) {
    const uint limit = min(begin + capacity, end);
    for (uint i = begin + get_local_id(0); i < limit; i += width)
      cached[LS_CELL(i - begin)] = LS_HORIZONTAL_LOAD(line[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint stop = LsTapsBefore(span, limit);
#define LS_SAMPLE(k) cached[LS_CELL(span.x + (k)-begin)]
    LS_WALK(sum, stop, weight, weight_stride, LS_SAMPLE)
#undef LS_SAMPLE
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < columns && y < row_end) LS_ROW(sink, y)[x] = LS_HORIZONTAL_STORE(LS_SUM(sum));
}

/* The same along the columns: the tile is as wide as the group and up to `capacity` rows high. */
kernel void ResizeVerticalFilter(LS_ARGUMENTS(LsVerticalSource, LsVerticalSink),
                                 LS_TILE_ARGUMENTS) {
  const uint width = get_local_size(0);
  const uint height = get_local_size(1);
  const uint top = row_begin + get_group_id(1) * height;
  const uint x = get_group_id(0) * width + get_local_id(0);
  const uint y = top + get_local_id(1);
  const uint4 span = spans[min(y, row_end - 1u)];
  const uint4 last = spans[min(top + height, row_end) - 1u];
  const uint end = last.x + last.y;
  const uint column = min(x, columns - 1u);
  global const float* weight = weights + span.z;
  local float4* cached = tile + get_local_id(0);
  LsSum sum = LS_NO_SUM;
  for (uint begin = spans[top].x; begin < end; begin += capacity) {
    const uint limit = min(begin + capacity, end);
    for (uint i = begin + get_local_id(1); i < limit; i += height)
      cached[(i - begin) * width] = LS_VERTICAL_LOAD(LS_ROW(source, i)[column]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint stop = LsTapsBefore(span, limit);
#define LS_SAMPLE(k) cached[(span.x + (k)-begin) * width]
    LS_WALK(sum, stop, weight, 1u, LS_SAMPLE)
#undef LS_SAMPLE
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < columns && y < row_end) LS_ROW(sink, y)[x] = LS_VERTICAL_STORE(LS_SUM(sum));
}

#else

/* For devices whose local memory is ordinary memory: each work-item reads its taps in place. */
kernel void ResizeHorizontalFilter(LS_ARGUMENTS(LsHorizontalSource, LsHorizontalSink)) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const uint4 span = spans[x];
  global const LsHorizontalSource* line = LS_ROW(source, y) + span.x;
  global const float* weight = weights + span.z;
  LsSum sum = LS_NO_SUM;
#define LS_SAMPLE(k) LS_HORIZONTAL_LOAD(line[k])
  LS_WALK(sum, span.y, weight, 1u, LS_SAMPLE)
#undef LS_SAMPLE
  LS_ROW(sink, y)[x] = LS_HORIZONTAL_STORE(LS_SUM(sum));
}

kernel void ResizeVerticalFilter(LS_ARGUMENTS(LsVerticalSource, LsVerticalSink)) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const uint4 span = spans[y];
  global const LsVerticalSource* column = LS_ROW(source, span.x) + x;
  global const float* weight = weights + span.z;
  LsSum sum = LS_NO_SUM;
#define LS_SAMPLE(k) LS_VERTICAL_LOAD(column[(size_t)(k)*source_stride])
  LS_WALK(sum, span.y, weight, 1u, LS_SAMPLE)
#undef LS_SAMPLE
  LS_ROW(sink, y)[x] = LS_VERTICAL_STORE(LS_SUM(sum));
}

#endif
