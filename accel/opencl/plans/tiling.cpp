#include "accel/opencl/plans/tiling.hpp"

#include <algorithm>
#include <bit>

namespace lodestone::accel::opencl {
namespace {

constexpr size_t kGroupItems = 256;
constexpr size_t kRowTileColumns = 64;
constexpr size_t kColumnTileColumns = 32;
constexpr size_t kNarrowColumns = 8;

// Above this, too few groups share a compute unit to hide memory latency. A tile that needs more
// even with the fewest rows may take all there is.
constexpr uint64_t kOccupancyBytes = 32 << 10;

size_t PowerOfTwoWithin(size_t wanted, size_t limit) {
  return std::bit_floor(std::max<size_t>(1, std::min(wanted, limit)));
}

// Few shapes, for the same reason: the full width, or a narrow one for images no wider than that.
size_t GroupColumns(size_t wanted, uint32_t outputs, const TileLimits& limits) {
  const size_t useful = outputs <= kNarrowColumns ? kNarrowColumns : wanted;
  return PowerOfTwoWithin(useful, std::min(limits.group_columns, limits.group_items));
}

size_t GroupRows(size_t group_columns, const TileLimits& limits) {
  const size_t items = std::min(kGroupItems, limits.group_items);
  return PowerOfTwoWithin(items / group_columns, limits.group_rows);
}

// The largest capacity whose pitch is within `cells`, at least 1.
uint64_t CapacityWithin(uint64_t cells) {
  uint64_t capacity = std::max<uint64_t>(1, cells - cells / 9 + 1);
  while (capacity > 1 && PitchOf(capacity) > cells) --capacity;
  return capacity;
}

}  // namespace

uint64_t PitchOf(uint64_t capacity) {
  return capacity + (capacity - 1) / 8;
}

uint64_t MaxSpan(const MagickAccelerateAxis& axis, size_t outputs) {
  uint64_t longest = 1;
  for (size_t begin = 0; begin < axis.outputs; begin += outputs) {
    const size_t last = std::min<size_t>(begin + outputs, axis.outputs) - 1;
    const uint64_t end = uint64_t{axis.first[last]} + axis.count[last];
    longest = std::max(longest, end - axis.first[begin]);
  }
  return longest;
}

Tile TileAlongRows(const MagickAccelerateAxis& axis, const TileLimits& limits) {
  Tile tile;
  tile.group_columns = GroupColumns(kRowTileColumns, axis.outputs, limits);
  tile.group_rows = GroupRows(tile.group_columns, limits);
  const uint64_t span = MaxSpan(axis, tile.group_columns);
  const uint64_t comfortable = std::min(limits.local_bytes, kOccupancyBytes);
  while (tile.group_rows > 1 && PitchOf(span) * tile.group_rows * limits.cell_bytes > comfortable) {
    tile.group_rows /= 2;
  }
  const uint64_t cells = limits.local_bytes / (limits.cell_bytes * tile.group_rows);
  tile.capacity = static_cast<uint32_t>(std::min(span, CapacityWithin(cells)));
  tile.local_bytes = PitchOf(tile.capacity) * tile.group_rows * limits.cell_bytes;
  return tile;
}

Tile TileAlongColumns(const MagickAccelerateAxis& axis, uint32_t columns,
                      const TileLimits& limits) {
  Tile tile;
  tile.group_columns = GroupColumns(kColumnTileColumns, columns, limits);
  tile.group_columns = PowerOfTwoWithin(tile.group_columns, limits.local_bytes / limits.cell_bytes);
  tile.group_rows = GroupRows(tile.group_columns, limits);
  const uint64_t row_bytes = tile.group_columns * limits.cell_bytes;
  const uint64_t comfortable = std::min(limits.local_bytes, kOccupancyBytes);
  uint64_t span = MaxSpan(axis, tile.group_rows);
  while (tile.group_rows > 1 && span * row_bytes > comfortable) {
    tile.group_rows /= 2;
    span = MaxSpan(axis, tile.group_rows);
  }
  tile.capacity = static_cast<uint32_t>(std::min(span, limits.local_bytes / row_bytes));
  tile.local_bytes = tile.capacity * row_bytes;
  return tile;
}

Tile TileWithoutLocal(const TileLimits& limits, size_t items) {
  Tile tile;
  tile.group_columns = PowerOfTwoWithin(items, std::min(limits.group_columns, limits.group_items));
  return tile;
}

}  // namespace lodestone::accel::opencl
