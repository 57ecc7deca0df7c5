/* Every pixel is a copy of the one that the maps of columns and rows name. */
#include "kernels/rearrange/maps.clh"

kernel void RearrangeFilter(LS_PLANES(LsPixel, LsPixel), LS_MAP_ARGUMENTS) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  LS_ROW(destination, y)[x] = LS_MAPPED(column_map[x], row_map[y]);
}
