#include "accel/gpu/plans/window_tiling.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"
#include "accel/specialized_size.hpp"
#include "kernels/window/window_shapes.h"

namespace lodestone::accel::gpu {
namespace {

constexpr uint64_t kLanes = 16;

// Local memory on CPUs is ordinary memory: what stays in the cache.
constexpr uint64_t kMaxStripBytes = 512 << 10;

// Rows of a strip: few enough for the L1 cache, and enough compared with those that windows add.
constexpr uint64_t kMinRows = 4, kManyRows = 16;

}  // namespace

KernelForm WindowForm(const DeviceFacts& facts) {
  if (facts.group_items < LS_WINDOW_COLUMNS * LS_WINDOW_ROWS) return KernelForm::kStrips;
  // Tiles have smaller kernels.
  return facts.is_cpu() && !facts.slow_compiler ? KernelForm::kStrips : KernelForm::kTiles;
}

std::vector<ProgramKey> WindowPrograms(const OperationTraits& operation, unsigned quantum_depth,
                                       const DeviceFacts& facts, bool with_sides) {
  std::vector<ProgramKey> keys;
  for (const MagickAccelerateChannels channels : ChannelsTaken(operation)) {
    ProgramKey key{operation.family, quantum_depth, channels, WindowForm(facts)};
    keys.push_back(key);
    if (!with_sides) continue;
    for (const uint32_t side : SpecializedSizesOf(operation, channels, true)) {
      key.side = side;
      keys.push_back(key);
    }
  }
  return keys;
}

std::optional<WindowTile> FitTile(WindowTile tile, const Window& window, uint64_t cell_bytes,
                                  uint64_t local_bytes) {
  const uint64_t cells = local_bytes / cell_bytes;
  const uint64_t columns = tile.columns + window.columns - 1, rows = tile.rows + window.rows - 1;
  if (columns > cells || rows > cells / columns) return std::nullopt;
  tile.pitch = static_cast<uint32_t>(columns);
  tile.local_bytes = columns * rows * cell_bytes;
  return tile;
}

std::optional<WindowTile> FitStrips(const char* kernel, const MagickAccelerateWork& work,
                                    uint64_t cell_bytes, uint64_t local_bytes) {
  const Window window = WindowOf(work);
  const uint64_t samples = SamplesOf(work.channels);
  const uint64_t cells = std::min(local_bytes, kMaxStripBytes) / cell_bytes;
  if (window.columns > cells || window.rows > cells) return std::nullopt;
  const uint64_t pitch =
      RoundUpTo(LS_STRIP_TILE_SAMPLES + (window.columns - 1) * samples, kLanes) + kLanes;
  const uint64_t most = cells / pitch;
  if (most < window.rows + kMinRows - 1) return std::nullopt;
  WindowTile tile{kernel, WindowStrategy::kStrips, 1, 1};
  tile.columns = static_cast<uint32_t>(LS_STRIP_TILE_SAMPLES / samples);
  tile.rows =
      static_cast<uint32_t>(std::min(std::max(kManyRows, 2 * window.rows), most - window.rows + 1));
  tile.pitch = static_cast<uint32_t>(pitch);
  tile.local_bytes = pitch * (tile.rows + window.rows - 1) * cell_bytes;
  return tile;
}

}  // namespace lodestone::accel::gpu
