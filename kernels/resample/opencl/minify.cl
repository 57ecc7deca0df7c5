/* Half size by fixed 4x4 weights, in exact integers; see fixed_factor.cpp. */
#include "kernels/resample/opencl/whole_sums.clh"

#define LS_MINIFY_TAPS 4

constant uint ls_minify_weights[LS_MINIFY_TAPS][LS_MINIFY_TAPS] = {
    {3, 7, 7, 3}, {7, 15, 15, 7}, {7, 15, 15, 7}, {3, 7, 7, 3}};

/* Position of tap k of output i: from 2i - 2 on, edges repeated. */
static inline uint LsMinifyTap(uint i, uint k, uint size) {
  return min((uint)max(2 * (int)i - 2 + (int)k, 0), size - 1u);
}

kernel void MinifyFilter(LS_PLANES(LsPixel, LsPixel), uint source_columns, uint source_rows,
                         uint weighted) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  LsWholeSums sums = {(LsWhole)(0u), (ulong4)(0ul)};
  for (uint j = 0; j < LS_MINIFY_TAPS; ++j) {
    global const LsPixel* row = LS_ROW(source, LsMinifyTap(y, j, source_rows));
    for (uint k = 0; k < LS_MINIFY_TAPS; ++k)
      LsAddPixel(&sums, ls_minify_weights[j][k], row[LsMinifyTap(x, k, source_columns)], weighted);
  }
  LS_ROW(destination, y)[x] = LsMeanPixel(&sums, 128u, weighted);
}
