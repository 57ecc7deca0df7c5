#include "accel/cpu/bands.hpp"

#include <algorithm>

#include "accel/cpu/family.hpp"
#include "base/thread_pool.hpp"
#include "kernels/common/finish.hpp"
#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::accel {
namespace {

// Rows computed together where source rows are shared.
constexpr std::size_t kRowsPerRepeated = 8;

// With fewer rows per step, most of the time would go into the rows before and after them.
constexpr std::size_t kMinStepRows = 8;

constexpr const CpuFamily* kFamilies[] = {
#define LS_FAMILY(name) &k##name##OnCpu,
#include "accel/families.def"
};

const CpuFamily& FamilyOf(const MagickAccelerateWork& work) {
  return *kFamilies[static_cast<std::size_t>(GetOperation(work.operation).family)];
}

std::size_t RoundUp(std::size_t rows, std::size_t unit) {
  return (rows + unit - 1) / unit * unit;
}

}  // namespace

void FinishRows(const MagickAccelerateWork& work, std::size_t begin, std::size_t end) {
  if (!kernels::IsStep(work.finish)) return;
  kernels::FinishBand(work.finish, ChannelsOf(work), SourceOf(work), DestinationOf(work), begin,
                      end);
}

std::size_t StepRows(const MagickAccelerateWork& work) {
  const CpuFamily& family = FamilyOf(work);
  return RoundUp(std::max({std::size_t{work.destination.rows} / 100 + 1, kMinStepRows,
                           kRowsPerRepeated * family.repeated_rows}),
                 family.row_unit);
}

CpuProgress::CpuProgress(std::span<const MagickAccelerateWork> works)
    : progress_(works[0].progress), context_(works[0].progress_context) {
  for (const MagickAccelerateWork& work : works) rows_ += work.destination.rows;
}

bool CpuProgress::Add(std::size_t rows) {
  if (!progress_ || rows == 0) return !cancelled();
  const std::lock_guard lock(mutex_);
  done_ += rows;
  if (!cancelled() && !progress_(context_, done_, rows_)) cancelled_ = true;
  return !cancelled();
}

Band BandOf(const MagickAccelerateWork& work) {
  return FindOperation(work.operation) ? FamilyOf(work).band(work) : Band();
}

double OperationsOf(const MagickAccelerateWork& work) {
  return FindOperation(work.operation) ? FamilyOf(work).operations(work) : 0;
}

std::size_t CpuBandRows(const MagickAccelerateWork& work) {
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
