/* The same with columns and rows exchanged: pixel (x, y) is the source's (columns[y], rows[x]). */
#include "kernels/remap/maps.clh"
#include "kernels/remap/transpose_shapes.h"

/* For CPUs: each work-item writes a pixel. */
kernel void TransposeDirectFilter(LS_PLANES(LsPixel, LsPixel), LS_MAP_ARGUMENTS) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const uint column = column_map[y], row = row_map[x];
  LS_ROW(destination, y)[x] = LS_MAPPED(column, row);
}

/*
  A group turns a square around in local memory: neighbouring work-items read neighbours, and write
  neighbours. Rows of the square lie one pixel apart from a multiple of the banks.
*/
kernel void TransposeFilter(LS_PLANES(LsPixel, LsPixel), LS_MAP_ARGUMENTS) {
  local LsPixel square[LS_TURN_SIDE * (LS_TURN_SIDE + 1)];
  const uint left = get_group_id(0) * LS_TURN_SIDE;
  const uint top = row_begin + get_group_id(1) * LS_TURN_SIDE;
  const uint across = get_local_id(0);
  if (top + across < row_end) {
    const uint column = column_map[top + across];
    for (uint i = get_local_id(1); i < LS_TURN_SIDE && left + i < columns; i += LS_TURN_ROWS) {
      const uint row = row_map[left + i];
      square[i * (LS_TURN_SIDE + 1) + across] = LS_MAPPED(column, row);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint x = left + across;
  if (x >= columns) return;
  for (uint i = get_local_id(1); i < LS_TURN_SIDE && top + i < row_end; i += LS_TURN_ROWS)
    LS_ROW(destination, top + i)[x] = square[across * (LS_TURN_SIDE + 1) + i];
}
