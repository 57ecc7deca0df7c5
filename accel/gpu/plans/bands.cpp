#include "accel/gpu/plans/bands.hpp"

#include <algorithm>

#include "accel/gpu/plans/cell.hpp"
#include "accel/gpu/plans/tiling.hpp"

namespace lodestone::accel::gpu {
namespace {

// With fewer, neighbouring bands would compute too many of the same intermediate rows.
constexpr uint32_t kMinRows = 64;

uint32_t RoundUp(uint64_t rows) {
  return static_cast<uint32_t>((rows + kMinRows - 1) / kMinRows * kMinRows);
}

}  // namespace

IntermediateSize IntermediateSizeOf(const MagickAccelerateWork& work, uint32_t band_rows) {
  IntermediateSize size{work.source.columns, band_rows, 0};
  if (work.vertical_first == 0) {
    size = {work.destination.columns, MaxSpan(work.vertical, band_rows), 0};
  }
  if (__builtin_mul_overflow(size.columns * CellBytes(work), size.rows, &size.bytes)) {
    size.bytes = UINT64_MAX;
  }
  return size;
}

uint32_t PassBandRows(const MagickAccelerateWork& work, uint32_t rows, uint64_t band_bytes) {
  while (rows > kMinRows && IntermediateSizeOf(work, rows).bytes > band_bytes) {
    rows = RoundUp(rows / 2);
  }
  return rows;
}

}  // namespace lodestone::accel::gpu
