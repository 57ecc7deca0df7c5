/* The source with its border: every pixel is a copy of the one that the maps give. */
#include "kernels/window/window.clh"

kernel void ExtendFilter(LS_PLANES(LsPixel, LsPixel), LS_WINDOW_ARGUMENTS) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const uint column = column_map[x + skip.x], row = row_map[y + skip.y];
  LS_ROW(destination, y)[x] = LS_VIRTUAL(column, row);
}
