/* Double size by midpoints, in exact integers; see magnify.cpp. */
#include "kernels/common/pixel.clh"

kernel void MagnifyFilter(LS_PIXEL_ARGUMENTS, uint source_columns, uint source_rows) {
  const uint x = get_global_id(0);
  const uint y = row_base + get_global_id(1);
  if (x >= columns || y >= rows) return;
  global const LsPixel *upper = source + (size_t)(y / 2u) * source_stride;
  global const LsPixel *lower =
      source + (size_t)min((y + 1u) / 2u, source_rows - 1u) * source_stride;
  const uint left = x / 2u, right = min((x + 1u) / 2u, source_columns - 1u);
  const uint4 sum = convert_uint4(upper[left]) + convert_uint4(upper[right]) +
                    convert_uint4(lower[left]) + convert_uint4(lower[right]);
  sink[(size_t)y * sink_stride + x] = LS_TO_PIXEL((sum + 2u) / 4u);
}
