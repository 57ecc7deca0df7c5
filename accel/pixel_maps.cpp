#include "accel/pixel_maps.hpp"

#include "accel/operation_table.hpp"

namespace lodestone::accel {

PixelMaps MapsOf(const MagickAccelerateWork& work) {
  const std::uint64_t columns = work.destination.columns, rows = work.destination.rows;
  if (HasAxes(work.operation))
    return {work.horizontal.first, work.vertical.first, columns, rows, work.maps.constant};
  if (HasBorder(work.operation))
    return {work.border.columns, work.border.rows, columns, rows, work.border.constant};
  const bool swapped = GetOperation(work.operation).family == Family::kTranspose;
  return {work.maps.columns, work.maps.rows, swapped ? rows : columns, swapped ? columns : rows,
          work.maps.constant};
}

}  // namespace lodestone::accel
