/* Every pixel is a copy of the one that the tables give. */
#include "kernels/common/pixel.clh"

/* spans[x].x and row_spans[y].x are the source's column and row. */
kernel void SampleFilter(LS_PLANES(LsPixel, LsPixel), global const uint4* restrict spans,
                         global const uint4* restrict row_spans) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  LS_ROW(destination, y)[x] = LS_ROW(source, row_spans[y].x)[spans[x].x];
}
