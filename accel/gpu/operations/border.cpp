#include "accel/gpu/operations/border.hpp"

#include <algorithm>
#include <array>

#include "accel/gpu/operations/maps.hpp"
#include "accel/operation_table.hpp"
#include "kernels/cosine_blur/series_plan.hpp"

namespace lodestone::accel::gpu {
namespace {

[[noreturn]] void Decline(const std::string& detail) {
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, detail);
}

bool Within(int64_t begin, uint64_t size, uint32_t before, uint32_t behind) {
  return begin >= -int64_t{before} && begin + static_cast<int64_t>(size) - 1 <= int64_t{behind};
}

}  // namespace

void CheckBorder(const MagickAccelerateWork& work) {
  if (HasTaps(work.operation) && work.taps.count == 0) Decline("a convolution without taps");
  if (HasWindow(work.operation) && work.window % 2 == 0) Decline("a window of even size");
  constexpr uint32_t kMaxWindowWidth = 65535;  // its samples are counted in 32 bits
  if (HasWindow(work.operation) && work.window > kMaxWindowWidth) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "a window wider than 65535 pixels");
  }
  const MagickAccelerateBorder& border = work.border;
  if (std::max(VirtualColumns(work), VirtualRows(work)) > INT32_MAX) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "a border reaches further than 2147483647 pixels");
  }
  const Window window = WindowOf(work);
  if (!Within(window.left, window.columns, border.left, border.right) ||
      !Within(window.top, window.rows, border.top, border.bottom)) {
    Decline("the window extends beyond the border");
  }
  const uint64_t order = work.taps.order;
  if (HasTaps(work.operation) && order != 0 && (order % 2 == 0 || order * order != work.taps.count))
    Decline("the number of taps does not match the order of the matrix");
}

void CheckNeighborhood(const MagickAccelerateWork& work) {
  const float* numbers = work.neighborhood.numbers;
  const auto fits = [&work](float side) { return side >= 1 && side <= float(work.window); };
  switch (work.neighborhood.function) {
    case MagickAcceleratePaint:
      return;
    case MagickAccelerateLocalThreshold:
      if (!fits(numbers[0]) || !fits(numbers[1])) Decline("a threshold of another window");
      return;
    case MagickAccelerateEnhance:
      if (work.window != 5) Decline("a window that is not of five by five");
      return;
    case MagickAccelerateShade:
      if (work.window != 3) Decline("a window that is not of three by three");
      return;
    case MagickAccelerateSelectiveBlur: {
      if (!fits(numbers[0]) || !fits(numbers[1])) Decline("a mean over another window");
      const double places = double{numbers[0]} * numbers[1];
      const double differences = numbers[4] > 0.0f ? numbers[2] : 0.0;
      if (!(numbers[2] >= 1.0f) || work.table.count != places + differences)
        Decline("a table of another length than its function has");
      return;
    }
  }
  Decline("an unknown function of windows");
}

void CheckCosineBlur(const MagickAccelerateWork& work) {
  const MagickAccelerateCosineSeries& rule = work.series;
  const MagickAccelerateBorder& border = work.border;
  if (rule.terms != LS_SERIES_FEW_TERMS && rule.terms != LS_SERIES_MOST_TERMS)
    Decline("a series of an unknown number of terms");
  if (border.left != rule.reach[0] || border.right != rule.reach[0] ||
      border.top != rule.reach[1] || border.bottom != rule.reach[1])
    Decline("a border of another width than a series reaches");
  if (work.table.count != kernels::SeriesTable(rule, work.source.columns, work.source.rows).count)
    Decline("a table of another length than its series has");
}

Rows BorderSourceRows(const MagickAccelerateWork& work, Rows rows) {
  return NamedRows(work.border.rows, rows.begin,
                   uint64_t{rows.end} + work.border.top + work.border.bottom);
}

std::string WindowKernel(const MagickAccelerateWork&, const KernelPlan& plan) {
  return plan.window.kernel;
}

void SetWindow(Launch& launch, const Job& job) {
  const MagickAccelerateWork& work = job.work;
  SetMapArguments(launch, job, work.border.constant);
  const Window window = WindowOf(work);
  launch.Set(std::array{static_cast<uint32_t>(window.left + work.border.left),
                        static_cast<uint32_t>(window.top + work.border.top)});
}

void SetUnderTile(Launch& launch, const MagickAccelerateWork& work) {
  const Window window = WindowOf(work);
  launch.Set(std::array{static_cast<uint32_t>(window.columns), static_cast<uint32_t>(window.rows)});
  launch.Set(static_cast<uint32_t>(VirtualColumns(work) - 1));
}

Geometry GeometryOf(const Job& job, Rows rows, LaneKernel& kernel) {
  const WindowTile& tile = job.plan.window;
  const uint32_t columns = job.work.destination.columns;
  if (tile.group_columns == 0) {
    return GeometryOf(columns, rows, TileWithoutLocal(kernel.limits));
  }
  return {columns,
          rows,
          {tile.group_columns, tile.group_rows},
          (columns - 1) / tile.columns + 1,
          tile.rows};
}

}  // namespace lodestone::accel::gpu
