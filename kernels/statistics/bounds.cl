/* Where the rows of an image differ from the colours of its border. */
#include "kernels/common/pixel.clh"
#include "kernels/statistics/bounds.h"
#include "kernels/statistics/statistics_layout.h"

/* The pixel is further away from the colour than `distance`, in squares. */
static inline bool LsDiffers(LsPixel pixel, uint4 color, uint samples, ulong distance) {
#if LS_GREY
  const ulong away = abs_diff((uint)pixel, color.x);
  (void)samples;
  return 3ul * away * away > distance;
#else
  const ulong4 away = convert_ulong4(abs_diff(convert_uint4(pixel), color));
  const ulong colors = away.x * away.x + away.y * away.y + away.z * away.z;
  return (samples == 4u ? away.w * away.w : colors) > distance;
#endif
}

/* A group for each row. samples: 4: the fourth is compared alone, else the first three. */
kernel void BoundsFilter(LS_PLANES(LsPixel, LsPixel), uint width, MagickAccelerateBorderColors border,
                         uint samples) {
  local uint found[LS_BOUNDS_NUMBERS];
  const uint item = get_local_id(0), y = row_begin + get_group_id(1);
  if (y >= row_end) return;
  if (item < LS_BOUNDS_NUMBERS) found[item] = item == 0u ? width : 0u;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint4 left = vload4(0, border.colors), right = vload4(1, border.colors);
  const uint4 bottom = vload4(2, border.colors);
  global const LsPixel *row = LS_ROW(source, y);
  uint first = width, behind = 0u, differs = 0u;
  for (uint x = item; x < width; x += get_local_size(0)) {
    const LsPixel pixel = row[x];
    if (LsDiffers(pixel, left, samples, border.distance)) first = min(first, x);
    if (LsDiffers(pixel, right, samples, border.distance)) behind = x + 1u;
    if (LsDiffers(pixel, bottom, samples, border.distance)) differs = 1u;
  }
  (void)atomic_min(&found[0], first);
  (void)atomic_max(&found[1], behind);
  (void)atomic_or(&found[2], differs);
  barrier(CLK_LOCAL_MEM_FENCE);
  global uint *result = (global uint *)LS_ROW(destination, y);
  for (uint i = item; i < LS_BOUNDS_NUMBERS * LS_SAMPLES; i += get_local_size(0))
    result[i] = i < LS_BOUNDS_NUMBERS ? found[i] : 0u;
  (void)columns;
}
