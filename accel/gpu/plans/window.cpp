#include "accel/gpu/plans/window.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {

Window WindowOf(const MagickAccelerateWork& work) {
  if (HasWindow(work.operation)) {
    const int64_t reach = work.window / 2;
    return {-reach, -reach, work.window, work.window};
  }
  if (!HasTaps(work.operation))
    return {-int64_t{work.border.left}, -int64_t{work.border.top}, 1, 1};
  const MagickAccelerateTaps& taps = work.taps;
  const auto [left, right] = std::minmax_element(taps.dx, taps.dx + taps.count);
  const auto [top, bottom] = std::minmax_element(taps.dy, taps.dy + taps.count);
  return {*left, *top, static_cast<uint64_t>(int64_t{*right} - *left + 1),
          static_cast<uint64_t>(int64_t{*bottom} - *top + 1)};
}

uint64_t VirtualColumns(const MagickAccelerateWork& work) {
  return uint64_t{work.border.left} + work.source.columns + work.border.right;
}

uint64_t VirtualRows(const MagickAccelerateWork& work) {
  return uint64_t{work.border.top} + work.source.rows + work.border.bottom;
}

}  // namespace lodestone::accel::gpu
