/* Double size by midpoints, in exact integers; see fixed_factor.cpp. */
#include "kernels/common/pixel.clh"

kernel void MagnifyFilter(LS_PLANES(LsPixel, LsPixel), uint source_columns, uint source_rows) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  global const LsPixel* upper = LS_ROW(source, y / 2u);
  const uint below = y / 2u + 2u < source_rows ? (y + 1u) / 2u : y / 2u;
  global const LsPixel* lower = LS_ROW(source, below);
  const uint left = x / 2u, right = min((x + 1u) / 2u, source_columns - 1u);
  const LsWhole sum = LS_TO_WHOLE(upper[left]) + LS_TO_WHOLE(upper[right]) +
                    LS_TO_WHOLE(lower[left]) + LS_TO_WHOLE(lower[right]);
  LS_ROW(destination, y)[x] = LS_TO_PIXEL((sum + 2u) / 4u);
}
