#include "accel/gpu/plans/quad_tiling.hpp"

#include <algorithm>
#include <iterator>

#include "accel/gpu/plans/cell.hpp"
#include "accel/operation_table.hpp"
#include "accel/specialized_size.hpp"
#include "kernels/common/tap_block.h"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
namespace {

// Inputs under one quad. Real tables that are short have no more.
constexpr uint64_t kMaxInputs = 4 * LS_TAP_BLOCK;

constexpr uint64_t kStripBytes = 64;  // float16
constexpr uint32_t kMaxTileQuads = 128;

// On CPUs: what fits the L1 cache, and the L2 cache.
constexpr uint64_t kNearColumns = 512;
constexpr uint64_t kFarBytes = 256 << 10;
// Inputs under a tile, at least, in relation to those under one quad.
constexpr uint64_t kLeastInputs = 4;
constexpr uint32_t kStripTileQuads = 16;

// The widest tile over at most this many inputs, narrowed as far as the number of tiles stays the
// same; 0 if a single quad needs more inputs.
uint32_t WidestTile(const MagickAccelerateAxis& axis, uint64_t inputs) {
  const uint32_t all = QuadsOf(axis.outputs);
  // Bisected: counting up would look at each output several times.
  uint32_t quads = 0, too_many = std::min(all, kMaxTileQuads) + 1;
  while (too_many - quads > 1) {
    const uint32_t middle = (quads + too_many) / 2;
    (MaxQuads(axis, middle, middle) <= inputs ? quads : too_many) = middle;
  }
  if (quads == 0) return 0;
  const uint32_t tiles = (all - 1) / quads + 1;
  return (all - 1) / tiles + 1;
}

std::optional<QuadTile> FitTileDown(const MagickAccelerateWork& work, bool wide,
                                    uint64_t local_bytes) {
  QuadTile tile;
  tile.group_items = wide ? LS_WIDE_TILE_GROUP : LS_TILE_GROUP;
  const uint64_t columns = tile.group_items * (wide ? LS_WIDE_TILE_COLUMNS : LS_TILE_COLUMNS);
  const uint64_t column_bytes = CellBytes(work) * LS_QUAD;
  tile.quads = WidestTile(work.horizontal, std::min(columns, local_bytes / column_bytes));
  if (tile.quads == 0) return std::nullopt;
  tile.local_bytes[0] = MaxQuads(work.horizontal, tile.quads, tile.quads) * column_bytes;
  return tile;
}

// Tiles begin at a multiple of four columns.
std::optional<QuadTile> FitGreyTileDown(const MagickAccelerateWork& work, bool wide,
                                        uint64_t local_bytes) {
  QuadTile tile;
  tile.group_items = wide ? LS_WIDE_GREY_GROUP : LS_GREY_GROUP;
  const uint64_t fours = tile.group_items * (wide ? LS_WIDE_GREY_FOURS : LS_GREY_FOURS);
  const uint64_t column_bytes = CellBytes(work) * LS_QUAD;
  const uint64_t columns = std::min(fours, local_bytes / (column_bytes * LS_QUAD)) * LS_QUAD;
  if (columns < LS_QUAD) return std::nullopt;
  tile.quads = WidestTile(work.horizontal, columns - (LS_QUAD - 1));
  if (tile.quads == 0) return std::nullopt;
  const uint64_t longest = MaxQuads(work.horizontal, tile.quads, tile.quads);
  tile.local_bytes[0] = (longest + 2 * (LS_QUAD - 1)) / LS_QUAD * LS_QUAD * column_bytes;
  return tile;
}

std::optional<QuadTile> FitTileAcross(const MagickAccelerateWork& work, uint64_t local_bytes) {
  const uint64_t column_bytes = uint64_t{PixelBytes(work)} * LS_ACROSS_LINES;
  QuadTile tile;
  tile.quads = LS_ACROSS_QUADS;
  tile.row_quads = LS_ACROSS_ROW_QUADS;
  tile.group_items = LS_ACROSS_GROUP;
  tile.local_bytes[1] = CellBytes(work) * LS_ACROSS_LINES * LS_ACROSS_PITCH;
  if (local_bytes < tile.local_bytes[1] + column_bytes) return std::nullopt;
  const uint64_t most = (local_bytes - tile.local_bytes[1]) / column_bytes;
  const uint64_t span = MaxQuads(work.horizontal, tile.quads, tile.quads);
  // Odd, so that the lines are in different banks.
  tile.capacity = static_cast<uint32_t>(std::min(span | 1, (most - 1) | 1));
  if (const uint32_t columns = SpecializedSizeOf(work); columns != 0 && columns < most) {
    tile.most_columns = columns;
    tile.capacity = columns + 1;
  }
  tile.local_bytes[0] = tile.capacity * column_bytes;
  return tile;
}

std::optional<QuadTile> FitStripDown(const MagickAccelerateWork& work, uint64_t local_bytes) {
  const bool grey = work.channels == MagickAccelerateGrey;
  // Long tables would make most of what fits the L1 cache the part that neighbouring tiles sum too.
  const uint64_t wanted = std::max(kNearColumns, kLeastInputs * MaxQuads(work.horizontal, 1, 1));
  const uint64_t columns = std::min({wanted, kFarBytes / kStripBytes, local_bytes / kStripBytes});
  const uint64_t beyond = grey ? LS_GREY_COLUMNS : LS_STRIP_COLUMNS;
  if (columns <= beyond) return std::nullopt;
  QuadTile tile;
  tile.quads = WidestTile(work.horizontal, columns - beyond);
  if (tile.quads == 0) return std::nullopt;
  if (grey) tile.row_quads = LS_GREY_QUADS;
  tile.local_bytes[0] = columns * kStripBytes;
  return tile;
}

std::optional<QuadTile> FitStripAcross(const MagickAccelerateWork& work, uint64_t local_bytes) {
  const uint64_t most = std::min(kFarBytes, local_bytes);
  const bool grey = work.channels == MagickAccelerateGrey;
  const uint32_t columns_beyond = grey ? LS_GREY_COLUMNS : LS_QUAD;
  const uint32_t rows_beyond = grey ? LS_GREY_QUADS * LS_QUAD : LS_STRIP_ROWS;
  const uint32_t quads_of_a_strip = grey ? LS_GREY_COLUMNS / LS_QUAD : 1;
  QuadTile tile;
  tile.quads = std::min(kStripTileQuads, QuadsOf(work.horizontal.outputs));
  tile.row_quads = std::min(kStripTileQuads, QuadsOf(work.vertical.outputs));
  for (;;) {
    const uint64_t columns = MaxQuads(work.horizontal, tile.quads, tile.quads) + columns_beyond;
    // A launch may begin at any quad of rows.
    const uint64_t rows = MaxQuads(work.vertical, tile.row_quads, 1) + rows_beyond;
    tile.local_bytes[0] = columns * kStripBytes;
    const uint64_t strips = (tile.quads + quads_of_a_strip - 1) / quads_of_a_strip;
    tile.local_bytes[1] = rows * strips * kStripBytes;
    if (tile.local_bytes[0] + tile.local_bytes[1] <= most) return tile;
    if (tile.quads == 1 && tile.row_quads == 1) return std::nullopt;
    // Reduces rows first: horizontal sums are recomputed where tiles meet, but shorter tiles cost
    // less than narrower ones, which are short loops.
    uint32_t& side = tile.row_quads >= tile.quads ? tile.row_quads : tile.quads;
    side = (side + 1) / 2;
  }
}

bool SuitQuads(const MagickAccelerateWork& work, KernelForm form) {
  if (HasLongTables(work)) return form == KernelForm::kStrips;
  return MaxQuads(work.horizontal, 1, 1) <= kMaxInputs &&
         MaxQuads(work.vertical, 1, 1) <= kMaxInputs;
}

}  // namespace

uint32_t QuadsOf(uint32_t outputs) {
  return (outputs - 1) / LS_QUAD + 1;
}

uint64_t MaxQuads(const MagickAccelerateAxis& axis, uint32_t quads, uint32_t step) {
  uint64_t longest = 1;
  const uint64_t length = uint64_t{quads} * LS_QUAD;
  for (uint64_t begin = 0; begin < axis.outputs; begin += uint64_t{step} * LS_QUAD) {
    const size_t last = std::min<uint64_t>(begin + length, axis.outputs) - 1;
    const uint64_t end = uint64_t{axis.first[last]} + axis.count[last];
    longest = std::max(longest, end - axis.first[begin]);
  }
  return longest;
}

std::optional<QuadTile> FitQuads(const MagickAccelerateWork& work, bool vertical_first,
                                 KernelForm form, uint64_t local_bytes) {
  if (!SuitQuads(work, form)) return std::nullopt;
  if (form == KernelForm::kStrips) {
    return vertical_first ? FitStripDown(work, local_bytes) : FitStripAcross(work, local_bytes);
  }
  if (!vertical_first) return FitTileAcross(work, local_bytes);
  const bool wide = form == KernelForm::kWideTiles;
  return work.channels == MagickAccelerateGrey ? FitGreyTileDown(work, wide, local_bytes)
                                               : FitTileDown(work, wide, local_bytes);
}

}  // namespace lodestone::accel::gpu
