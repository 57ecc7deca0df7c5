/* Every pixel is a copy of the one that the tables name. */
#include "kernels/common/pixel.clh"

/* spans[x].x and row_spans[y].x are the source's column and row. */
kernel void SampleFilter(LS_PIXEL_ARGUMENTS, global const uint4 *restrict spans,
                         global const uint4 *restrict row_spans) {
  const uint x = get_global_id(0);
  const uint y = row_base + get_global_id(1);
  if (x >= columns || y >= rows) return;
  sink[(size_t)y * sink_stride + x] = source[(size_t)row_spans[y].x * source_stride + spans[x].x];
}
