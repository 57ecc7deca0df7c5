#include "accel/gpu/plans/tiling.hpp"

#include <algorithm>
#include <bit>

#include "accel/gpu/plans/quad_tiling.hpp"

namespace lodestone::accel::gpu {
namespace {

constexpr size_t kGroupItems = 256, kFewestItems = 64;
constexpr size_t kWideColumns = 64, kNarrowColumns = 8;

// Tiles of quads are narrowed until the inputs under them are at most this many times those of one
// quad, but not below this width: the work-items wait while others' inputs are loaded.
constexpr uint64_t kMostInputs = 4;
constexpr size_t kFewestQuads = 4;

// Above this, too few groups share a compute unit to hide memory latency. A tile that needs more
// even with the fewest rows may take all there is.
constexpr uint64_t kOccupancyBytes = 16 << 10;

size_t PowerOfTwoWithin(size_t wanted, size_t limit) {
  return std::bit_floor(std::max<size_t>(1, std::min(wanted, limit)));
}

size_t GroupColumns(uint32_t outputs, const TileLimits& limits) {
  const size_t useful = outputs <= kNarrowColumns ? kNarrowColumns : kWideColumns;
  return PowerOfTwoWithin(useful, std::min(limits.group_columns, limits.group_items));
}

size_t GroupRows(size_t group_columns, const TileLimits& limits) {
  const size_t items = std::min(kGroupItems, limits.group_items);
  return PowerOfTwoWithin(items / group_columns, limits.group_rows);
}

// The largest capacity whose pitch is within `pixels`, at least 1.
uint64_t CapacityWithin(uint64_t pixels) {
  uint64_t capacity = std::max<uint64_t>(1, pixels - pixels / 9 + 1);
  while (capacity > 1 && PitchOf(capacity) > pixels) --capacity;
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

Tile TileOfQuads(const MagickAccelerateAxis& axis, const TileLimits& limits) {
  Tile tile;
  tile.group_columns = GroupColumns(QuadsOf(axis.outputs), limits);
  const auto span_of = [&](size_t quads) {
    return MaxQuads(axis, static_cast<uint32_t>(quads), static_cast<uint32_t>(quads));
  };
  const uint64_t most = kMostInputs * span_of(1);
  while (tile.group_columns > kFewestQuads && span_of(tile.group_columns) > most)
    tile.group_columns /= 2;
  tile.group_rows = GroupRows(tile.group_columns, limits);
  const uint64_t span = span_of(tile.group_columns);
  const uint64_t row_bytes = PitchOf(span) * limits.pixel_bytes;
  const uint64_t comfortable = std::min(limits.local_bytes, kOccupancyBytes);
  while (tile.group_rows * tile.group_columns > kFewestItems && tile.group_rows > 1 &&
         tile.group_rows * row_bytes > comfortable)
    tile.group_rows /= 2;
  while (tile.group_rows > 1 && tile.group_rows * limits.pixel_bytes > comfortable)
    tile.group_rows /= 2;
  const uint64_t pixels = comfortable / (limits.pixel_bytes * tile.group_rows);
  tile.capacity = static_cast<uint32_t>(std::min(span, CapacityWithin(pixels)));
  tile.local_bytes = PitchOf(tile.capacity) * tile.group_rows * limits.pixel_bytes;
  return tile;
}

Tile TileOfColumns(uint32_t columns, const TileLimits& limits) {
  Tile tile;
  tile.group_columns = GroupColumns(columns, limits);
  tile.group_rows = GroupRows(tile.group_columns, limits);
  return tile;
}

Tile TileWithoutLocal(const TileLimits& limits, size_t items) {
  Tile tile;
  tile.group_columns = PowerOfTwoWithin(items, std::min(limits.group_columns, limits.group_items));
  return tile;
}

}  // namespace lodestone::accel::gpu
