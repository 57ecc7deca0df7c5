/* How often each value occurs in each sample of an image. */
#include "kernels/common/pixel.clh"
#include "kernels/statistics/statistics_layout.h"

/* What the counts start with. */
kernel void HistogramClearFilter(LS_PLANES(LsPixel, LsPixel)) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  LS_ROW(destination, y)[x] = (LsPixel)(0);
  (void)source;
  (void)source_stride;
  (void)source_top;
}

#define LS_COUNT(sample, value) (void)atomic_inc(&counts[(uint)(value)*LS_SAMPLES + (sample)])

/*
  The groups of a part share its rows. Counts of 8-bit samples are few enough for local memory.
  size: of the source. samples: those of a pixel that are counted.
*/
kernel void HistogramFilter(LS_PLANES(LsPixel, LsPixel), uint2 size, uint parts,
                                 uint samples) {
  const uint part = row_begin + get_group_id(1);
  if (part >= row_end) return;
  const uint end = LS_PART_BEGIN(size.y, parts, part + 1u);
  volatile global uint *all = (volatile global uint *)LS_ROW(destination, part);
#if LS_QUANTUM_DEPTH == 8
  local uint counts[LS_COUNT_LEVELS * LS_SAMPLES];
  for (uint i = get_local_id(0); i < LS_COUNT_LEVELS * LS_SAMPLES; i += get_local_size(0))
    counts[i] = 0u;
  barrier(CLK_LOCAL_MEM_FENCE);
#else
  volatile global uint *counts = all;
#endif
  for (uint y = LS_PART_BEGIN(size.y, parts, part) + get_group_id(0); y < end;
       y += get_num_groups(0)) {
    global const LsPixel *row = LS_ROW(source, y);
    for (uint x = get_local_id(0); x < size.x; x += get_local_size(0)) {
      const LsPixel pixel = row[x];
#if LS_GREY
      LS_COUNT(0u, pixel);
#else
      LS_COUNT(0u, pixel.x);
      LS_COUNT(1u, pixel.y);
      LS_COUNT(2u, pixel.z);
      if (samples == 4u) LS_COUNT(3u, pixel.w);
#endif
    }
  }
#if LS_QUANTUM_DEPTH == 8
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < LS_COUNT_LEVELS * LS_SAMPLES; i += get_local_size(0))
    if (counts[i] != 0u) (void)atomic_add(&all[i], counts[i]);
#endif
  (void)columns;
#if LS_GREY
  (void)samples;
#endif
}
