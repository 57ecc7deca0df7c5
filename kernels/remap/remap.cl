/* Every pixel is a copy of the one that the maps of columns and rows name. */
#include "kernels/remap/maps.clh"

kernel void RemapFilter(LS_PLANES(LsPixel, LsPixel), LS_MAP_ARGUMENTS) {
  const uint x = get_global_id(0);
  if (x >= columns) return;
  const uint column = column_map[x];
  LS_EACH_ROW(y) LS_ROW(destination, y)[x] = LS_MAPPED(column, row_map[y]);
}
