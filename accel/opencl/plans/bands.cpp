#include "accel/opencl/plans/bands.hpp"

#include <algorithm>

#include "accel/opencl/plans/cell.hpp"
#include "accel/opencl/plans/tiling.hpp"

namespace lodestone::accel::opencl {
namespace {

// Fewer would have neighbouring bands compute too many of the same rows between the passes.
constexpr uint32_t kFewestRows = 64;

uint32_t RoundUp(uint64_t rows) {
  return static_cast<uint32_t>((rows + kFewestRows - 1) / kFewestRows * kFewestRows);
}

}  // namespace

BetweenSize BetweenSizeOf(const MagickAccelerateWork& work, uint32_t band_rows) {
  BetweenSize size{work.source.columns, band_rows, 0};
  if (!VerticalFirst(work)) {
    size = {work.destination.columns, LongestSpan(work.vertical, band_rows), 0};
  }
  if (__builtin_mul_overflow(size.columns * CellBytes(work), size.rows, &size.bytes)) {
    size.bytes = UINT64_MAX;
  }
  return size;
}

uint32_t BandRows(const MagickAccelerateWork& work, uint32_t rows, uint64_t band_bytes) {
  while (rows > kFewestRows && BetweenSizeOf(work, rows).bytes > band_bytes) {
    rows = RoundUp(rows / 2);
  }
  return rows;
}

}  // namespace lodestone::accel::opencl
