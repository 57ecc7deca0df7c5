#include "accel/cpu/bands.hpp"

#include <algorithm>

#include "accel/cpu/family.hpp"
#include "base/thread_pool.hpp"
#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::accel {

Band BandOf(const MagickAccelerateWork& work) {
  return FindOperation(work.operation) ? FamilyOf(work).band(work) : Band();
}

double OperationsOf(const MagickAccelerateWork& work) {
  return FindOperation(work.operation) ? FamilyOf(work).operations(work) : 0;
}

std::size_t CpuBandRows(const MagickAccelerateWork& work) {
  if (FamilyOf(work).whole) return work.destination.rows;
  if (work.operation == MagickAccelerateHistogram) return 1;  // each a part of the source
  const std::size_t fewest =
      RowsPerTask(std::max<std::size_t>(work.source.columns, work.destination.columns));
  std::size_t rows = std::max(fewest, kRowsPerRepeated * FamilyOf(work).repeated_rows);
  if (IsSeparable(work.operation)) {
    const double taps_per_output =
        double(work.vertical.inputs) / std::max<double>(1.0, work.vertical.outputs);
    rows = std::max(rows, static_cast<std::size_t>(4 * work.vertical.max_count /
                                                   std::max(1.0, taps_per_output)));
  }
  if (HasWindow(work.operation)) rows = std::max<std::size_t>(rows, std::size_t{4} * work.window);
  // Repeating some work is better than leaving threads idle.
  rows = std::min(rows, std::max<std::size_t>(fewest, work.destination.rows / ThreadLimit()));
  return RoundUp(rows,
                 std::max(kernels::ResampleGroupRows(ChannelsOf(work)), FamilyOf(work).row_unit));
}

}  // namespace lodestone::accel
