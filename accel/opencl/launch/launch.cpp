#include "accel/opencl/launch/launch.hpp"

#include <algorithm>

#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::opencl {
namespace {

// Some devices count groups in y with 16 bits. One less, since a group that computes several rows
// may begin before the requested ones.
constexpr uint64_t kLaunchGroupRows = 65534;

uint64_t GroupsFor(uint64_t count, uint64_t size) {
  return (count + size - 1) / size;
}

}  // namespace

Geometry GeometryOf(uint32_t columns, Rows rows, const Tile& tile) {
  return {columns,
          rows,
          {tile.group_columns, tile.group_rows},
          GroupsFor(columns, tile.group_columns),
          static_cast<uint32_t>(tile.group_rows)};
}

void Launch::Enqueue() {
  const bool any_group = geometry_.group[0] == 0;
  const size_t* const group = any_group ? nullptr : geometry_.group;
  const size_t items[2] = {any_group ? 1 : group[0], any_group ? 1 : group[1]};
  const auto most = static_cast<uint32_t>(kLaunchGroupRows * geometry_.group_height);
  for (Rows rows = geometry_.rows; rows.begin < geometry_.rows.end; rows.begin = rows.end) {
    rows.end = rows.begin + std::min(most, geometry_.rows.end - rows.begin);
    SetAt(rows_index_, sizeof(rows.begin), &rows.begin);
    SetAt(rows_index_ + 1, sizeof(rows.end), &rows.end);
    const uint32_t before = rows.begin % LS_QUAD;
    const size_t groups_down = GroupsFor(before + (rows.end - rows.begin), geometry_.group_height);
    const size_t global[2] = {geometry_.groups_across * items[0], groups_down * items[1]};
    cl_event event = nullptr;
    Check(clEnqueueNDRangeKernel(session_.queue(), kernel_, 2, nullptr, global, group, 0, nullptr,
                                 &event),
          "clEnqueueNDRangeKernel", session_.device());
    session_.timeline().Add(Stage::kKernel, event);
  }
}

void Launch::SetAt(uint32_t index, size_t size, const void* value) {
  Check(clSetKernelArg(kernel_, index, size, value), "clSetKernelArg", session_.device());
}

}  // namespace lodestone::accel::opencl
