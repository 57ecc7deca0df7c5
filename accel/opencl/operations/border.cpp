#include "accel/opencl/operations/border.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"

namespace lodestone::accel::opencl {
namespace {

[[noreturn]] void Decline(const std::string& detail) {
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, detail);
}

bool Within(int64_t begin, uint64_t size, uint32_t before, uint32_t behind) {
  return begin >= -int64_t{before} && begin + static_cast<int64_t>(size) - 1 <= int64_t{behind};
}

template <typename T>
void SetPixelOf(Launch& launch, const MagickAccelerateWork& work) {
  T samples[4];
  std::transform(work.border.constant, work.border.constant + 4, samples,
                 [](uint16_t sample) { return static_cast<T>(sample); });
  if (work.channels == MagickAccelerateGrey) {
    launch.Set(samples[0]);
  } else {
    launch.Set(samples);
  }
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

Rows BorderSourceRows(const MagickAccelerateWork& work, Rows rows) {
  // The rows of a bordered result are those of the map; other results see a window of it.
  const bool bordered = GetOperation(work.operation).size == SizeRule::kBordered;
  const uint64_t reach = bordered ? 0 : uint64_t{work.border.top} + work.border.bottom;
  Rows needed{UINT32_MAX, 0};
  for (uint64_t i = rows.begin; i < rows.end + reach; ++i) {
    const uint32_t row = work.border.rows[i];
    if (row == MAGICK_ACCELERATE_CONSTANT) continue;
    needed.begin = std::min(needed.begin, row);
    needed.end = std::max(needed.end, row + 1);
  }
  // All of it constant, but a plane needs at least one row.
  if (needed.begin >= needed.end) needed = {0, 1};
  return needed;
}

std::string WindowKernel(const MagickAccelerateWork&, const KernelPlan& plan) {
  return plan.window.kernel;
}

void SetWindow(Launch& launch, const Job& job) {
  const MagickAccelerateWork& work = job.work;
  launch.Set(job.tables.columns());
  launch.Set(job.tables.rows());
  if (work.quantum_depth == 8) {
    SetPixelOf<cl_uchar>(launch, work);
  } else {
    SetPixelOf<cl_ushort>(launch, work);
  }
  const Window window = WindowOf(work);
  launch.Set(cl_uint2{{static_cast<cl_uint>(window.left + work.border.left),
                       static_cast<cl_uint>(window.top + work.border.top)}});
}

void SetUnderTile(Launch& launch, const MagickAccelerateWork& work) {
  const Window window = WindowOf(work);
  launch.Set(cl_uint2{{static_cast<cl_uint>(window.columns), static_cast<cl_uint>(window.rows)}});
  launch.Set(static_cast<cl_uint>(VirtualColumns(work) - 1));
}

Geometry GeometryOf(const Job& job, Rows rows, LaneKernel& kernel) {
  const WindowTile& tile = job.plan.window;
  const cl_uint columns = job.work.destination.columns;
  if (tile.group_columns == 0) {
    return GeometryOf(columns, rows, TileWithoutLocal(kernel.limits));
  }
  return {columns,
          rows,
          {tile.group_columns, tile.group_rows},
          (columns - 1) / tile.columns + 1,
          tile.rows};
}

}  // namespace lodestone::accel::opencl
