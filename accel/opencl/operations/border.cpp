#include "accel/opencl/operations/border.hpp"

#include <algorithm>
#include <cstring>

namespace lodestone::accel::opencl {
namespace {

[[noreturn]] void Decline(const std::string& detail) {
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, detail);
}

void CheckMap(const uint32_t* map, uint64_t entries, uint32_t size, const char* what) {
  for (uint64_t i = 0; i < entries; ++i) {
    if (map[i] >= size && map[i] != MAGICK_ACCELERATE_CONSTANT) {
      Decline(std::string(what) + " " + std::to_string(i) +
              " of the border lies outside the source");
    }
  }
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

// Reserves a piece behind what there is.
size_t Add(PackedTables& packed, const void* data, size_t bytes, size_t alignment) {
  const size_t begin = (packed.bytes.size() + alignment - 1) / alignment * alignment;
  packed.bytes.resize(begin + bytes);
  if (bytes > 0) std::memcpy(packed.bytes.data() + begin, data, bytes);
  return begin;
}

// In windows, where no place is negative.
std::vector<uint32_t> PlacesOf(const MagickAccelerateWork& work) {
  std::vector<uint32_t> places;
  if (!HasTaps(work.operation)) return places;
  const Window window = WindowOf(work);
  for (uint32_t k = 0; k < work.taps.count; ++k) {
    places.push_back(static_cast<uint32_t>(work.taps.dx[k] - window.left));
    places.push_back(static_cast<uint32_t>(work.taps.dy[k] - window.top));
  }
  return places;
}

}  // namespace

void CheckBorder(const MagickAccelerateWork& work) {
  if (HasTaps(work.operation) && work.taps.count == 0) Decline("a convolution without taps");
  if (work.operation == MagickAccelerateMedian && work.window % 2 == 0) {
    Decline("a median of a window without a middle");
  }
  constexpr uint32_t kWidestWindow = 65535;  // its samples are counted in 32 bits
  if (work.operation == MagickAccelerateMedian && work.window > kWidestWindow) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "a median of a window that is wider than 65535 pixels");
  }
  const MagickAccelerateBorder& border = work.border;
  if (std::max(VirtualColumns(work), VirtualRows(work)) > INT32_MAX) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "a border reaches further than 2147483647 pixels");
  }
  const bool extends = work.operation == MagickAccelerateExtend;
  if (work.destination.columns != (extends ? VirtualColumns(work) : work.source.columns) ||
      work.destination.rows != (extends ? VirtualRows(work) : work.source.rows)) {
    Decline("the result is not of the size that the operation gives");
  }
  const Window window = WindowOf(work);
  if (!Within(window.left, window.columns, border.left, border.right) ||
      !Within(window.top, window.rows, border.top, border.bottom)) {
    Decline("windows reach beyond the border");
  }
  const uint64_t order = work.taps.order;
  if (HasTaps(work.operation) && order != 0 && (order % 2 == 0 || order * order != work.taps.count))
    Decline("a matrix of another size than its order");
}

Rows BorderSourceRows(const MagickAccelerateWork& work, Rows rows) {
  const bool extends = work.operation == MagickAccelerateExtend;
  const uint64_t reach = extends ? 0 : uint64_t{work.border.top} + work.border.bottom;
  Rows needed{UINT32_MAX, 0};
  for (uint64_t i = rows.begin; i < rows.end + reach; ++i) {
    const uint32_t row = work.border.rows[i];
    if (row == MAGICK_ACCELERATE_CONSTANT) continue;
    needed.begin = std::min(needed.begin, row);
    needed.end = std::max(needed.end, row + 1);
  }
  // All of it constant, but there is no plane without a row.
  if (needed.begin >= needed.end) needed = {0, 1};
  return needed;
}

PackedTables PackBorder(const MagickAccelerateWork& work, size_t alignment) {
  const uint64_t columns = VirtualColumns(work), rows = VirtualRows(work);
  CheckMap(work.border.columns, columns, work.source.columns, "column");
  CheckMap(work.border.rows, rows, work.source.rows, "row");
  const std::vector<uint32_t> places = PlacesOf(work);
  const size_t step = std::max(alignment, sizeof(cl_uint2));
  PackedTables packed;
  Add(packed, work.border.columns, columns * sizeof(uint32_t), step);
  packed.columns_end = packed.bytes.size();
  packed.rows_begin = Add(packed, work.border.rows, rows * sizeof(uint32_t), step);
  packed.rows_end = packed.bytes.size();
  packed.weights_begin = Add(packed, work.taps.weights, places.size() / 2 * sizeof(float), step);
  packed.weights_end = packed.bytes.size();
  packed.taps_begin = Add(packed, places.data(), places.size() * sizeof(uint32_t), step);
  return packed;
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
