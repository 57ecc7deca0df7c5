/* Double size by midpoints, in exact integers; see fixed_factor.cpp. */
#include "kernels/resample/opencl/whole_sums.clh"

kernel void MagnifyFilter(LS_PLANES(LsPixel, LsPixel), uint source_columns, uint source_rows,
                          uint weighted) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  global const LsPixel* upper = LS_ROW(source, y / 2u);
  const uint below = y / 2u + 2u < source_rows ? (y + 1u) / 2u : y / 2u;
  global const LsPixel* lower = LS_ROW(source, below);
  const uint left = x / 2u, right = min((x + 1u) / 2u, source_columns - 1u);
  LsWholeSums sums = {(LsWhole)(0u), (ulong4)(0ul)};
  LsAddPixel(&sums, 1u, upper[left], weighted);
  LsAddPixel(&sums, 1u, upper[right], weighted);
  LsAddPixel(&sums, 1u, lower[left], weighted);
  LsAddPixel(&sums, 1u, lower[right], weighted);
  LS_ROW(destination, y)[x] = LsMeanPixel(&sums, 4u, weighted);
}
