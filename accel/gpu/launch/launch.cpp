#include "accel/gpu/launch/launch.hpp"

#include <algorithm>

#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
namespace {

// Some devices count groups in y with 16 bits. One less, since a group that computes several rows
// may begin before the requested ones.
constexpr uint64_t kLaunchGroupRows = 65534;

}  // namespace

Geometry GeometryOf(uint32_t columns, Rows rows, const Tile& tile) {
  return {columns,
          rows,
          {tile.group_columns, tile.group_rows},
          GroupsFor(columns, tile.group_columns),
          static_cast<uint32_t>(tile.group_rows)};
}

void Launch::SetImages(std::span<const Plane> images) {
  for (size_t i = 0; i < kMostImages; ++i) {
    const Plane& image = images[i < images.size() ? i : 0];
    Set(image.buffer);
    Set(image.stride_px);
  }
}

void Launch::Enqueue() {
  const size_t across = geometry_.group[0], down = geometry_.group[1];
  const bool any_group = across == 0;
  const auto most = static_cast<uint32_t>(kLaunchGroupRows * geometry_.group_height);
  for (Rows rows = geometry_.rows; rows.begin < geometry_.rows.end; rows.begin = rows.end) {
    rows.end = rows.begin + std::min(most, geometry_.rows.end - rows.begin);
    kernel_.Set(rows_index_, &rows.begin, sizeof(rows.begin));
    kernel_.Set(rows_index_ + 1, &rows.end, sizeof(rows.end));
    const uint32_t before = rows.begin % LS_QUAD;
    const size_t groups_down = GroupsFor(before + (rows.end - rows.begin), geometry_.group_height);
    const Grid grid = {
        {geometry_.groups_across * (any_group ? 1 : across), groups_down * (any_group ? 1 : down)},
        {across, down}};
    session_.timeline().Add(Stage::kKernel, session_.queue().Run(kernel_, grid));
  }
}

void Launch::EnqueueGroups(size_t across, size_t down, size_t items) {
  const Grid grid = {{across * items, down}, {items, 1}};
  session_.timeline().Add(Stage::kKernel, session_.queue().Run(kernel_, grid));
}

}  // namespace lodestone::accel::gpu
