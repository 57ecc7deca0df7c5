#include "accel/gpu/operations/families.hpp"

#include <algorithm>
#include <iterator>

#include "accel/gpu/operations/border.hpp"
#include "accel/gpu/plans/window_tiling.hpp"
#include "kernels/window/window_shapes.h"

namespace lodestone::accel::gpu {
namespace {

using Strategy = WindowStrategy;

// The variants of convolution. Work that suits none of the later ones runs
// directly.
struct Variant {
  const char* name;
  Strategy strategy;
};

constexpr Variant kVariants[] = {{"direct", Strategy::kDirect},
                                 {"strips", Strategy::kStrips},
                                 {"tiles", Strategy::kDense},
                                 {"unrolled tiles", Strategy::kUnrolled}};

constexpr uint64_t kCellBytes = sizeof(float);

Strategy StrategyFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (const Variant* wanted = WantedIn<kVariants>(work)) return wanted->strategy;
  return WindowForm(facts) == KernelForm::kStrips ? Strategy::kStrips : Strategy::kUnrolled;
}

// Planes of sums in a tile.
uint64_t PlanesOf(const MagickAccelerateWork& work) {
  return work.channels == MagickAccelerateGrey     ? 1
         : work.channels == MagickAccelerateOpaque ? 3
                                                   : 4;
}

std::optional<WindowTile> FitList(const MagickAccelerateWork& work, uint64_t local_bytes) {
  const WindowTile tile{"ConvolveListFilter", Strategy::kTile,   LS_WINDOW_COLUMNS,
                        LS_WINDOW_ROWS,       LS_WINDOW_COLUMNS, LS_WINDOW_ROWS * LS_LIST_ROWS};
  return FitTile(tile, WindowOf(work), work.channels == MagickAccelerateGrey ? 4 : 16, local_bytes);
}

// With room for as many rows of the matrix as fit at a time.
std::optional<WindowTile> FitDense(const MagickAccelerateWork& work, uint64_t local_bytes) {
  const uint64_t order = work.taps.order;
  WindowTile tile{"ConvolveDenseFilter",
                  Strategy::kDense,
                  LS_DENSE_COLUMNS,
                  LS_DENSE_ROWS,
                  LS_DENSE_COLUMNS * LS_DENSE_STEP,
                  LS_DENSE_ROWS};
  const uint64_t pitch = RoundUpTo(tile.columns + order + LS_DENSE_BEYOND, 4);
  const uint64_t row_bytes = pitch * PlanesOf(work) * kCellBytes;
  const uint64_t rows = local_bytes / row_bytes;
  if (rows < LS_DENSE_ROWS) return std::nullopt;
  tile.pitch = static_cast<uint32_t>(pitch);
  tile.chunk = static_cast<uint32_t>(std::min(order, rows - LS_DENSE_ROWS + 1));
  tile.local_bytes = (LS_DENSE_ROWS + tile.chunk - 1) * row_bytes;
  return tile;
}

const char* UnrolledKernel(uint32_t order) {
  switch (order) {
    case 3:
      return "Convolve3Filter";
    case 5:
      return "Convolve5Filter";
    case 7:
      return "Convolve7Filter";
    default:
      return nullptr;
  }
}

// LS_UNROLLED_PITCH and LS_UNROLLED_TILE_ROWS.
std::optional<WindowTile> FitUnrolled(const MagickAccelerateWork& work, uint64_t local_bytes) {
  const uint32_t order = work.taps.order;
  WindowTile tile{UnrolledKernel(order),
                  Strategy::kUnrolled,
                  LS_DENSE_COLUMNS,
                  LS_UNROLLED_GROUP_ROWS,
                  LS_DENSE_COLUMNS * LS_DENSE_STEP,
                  LS_UNROLLED_GROUP_ROWS * LS_UNROLLED_ROWS};
  if (!tile.kernel) return std::nullopt;
  const uint64_t pitch = (tile.columns + order + LS_DENSE_BEYOND) / 4 * 4;
  tile.local_bytes = pitch * (tile.rows + order - 1) * PlanesOf(work) * kCellBytes;
  if (tile.local_bytes > local_bytes) return std::nullopt;
  return tile;
}

std::optional<WindowTile> Fit(Strategy strategy, const MagickAccelerateWork& work,
                              const DeviceFacts& facts) {
  const uint64_t local_bytes = facts.local_bytes;
  switch (strategy) {
    case Strategy::kUnrolled:
      return FitUnrolled(work, local_bytes);
    case Strategy::kDense:
      return work.taps.order != 0 ? FitDense(work, local_bytes) : FitList(work, local_bytes);
    case Strategy::kStrips:
      return FitStrips("ConvolveFilter", work, kCellBytes, local_bytes);
    default:
      return WindowTile{"ConvolveDirectFilter"};
  }
}

KernelPlan PlanConvolve(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const Strategy wanted = StrategyFor(work, facts);
  KernelPlan plan;
  plan.key = {Family::kConvolve, work.quantum_depth, work.channels, WindowForm(facts)};
  if (wanted != Strategy::kDirect) {
    plan.key.form = wanted == Strategy::kStrips ? KernelForm::kStrips : KernelForm::kTiles;
  }
  for (const Strategy strategy :
       {wanted, wanted == Strategy::kUnrolled ? Strategy::kDense : Strategy::kDirect,
        Strategy::kDirect}) {
    const auto tile = Fit(strategy, work, facts);
    if (!tile) continue;
    plan.window = *tile;
    break;
  }
  if (plan.window.strategy == Strategy::kUnrolled) plan.key.side = work.taps.order;
  return plan;
}

std::vector<ProgramKey> ConvolvePrograms(const OperationTraits& operation, unsigned quantum_depth,
                                         const DeviceFacts& facts) {
  const bool unrolled = WindowForm(facts) == KernelForm::kTiles;
  return WindowPrograms(operation, quantum_depth, facts, unrolled);
}

void EnqueueConvolve(const Job& job, const Plane& source, const Plane& destination, Memory*,
                     Rows rows) {
  const WindowTile& tile = job.plan.window;
  const Strategy strategy = tile.strategy;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, tile.kernel);
  Launch launch(job.session, kernel, GeometryOf(job, rows, kernel));
  launch.SetPlanes(source, destination);
  SetWindow(launch, job);
  if (strategy != Strategy::kDirect) SetUnderTile(launch, job.work);
  launch.Set(job.tables.weights());
  if (strategy == Strategy::kDense || strategy == Strategy::kUnrolled) {
    launch.Set(uint32_t{destination.stride_px % LS_DENSE_STEP == 0});
  } else {
    launch.Set(job.tables.taps());
    launch.Set(uint32_t{job.work.taps.count});
  }
  if (strategy == Strategy::kStrips) launch.Set(uint32_t{tile.rows});
  if (strategy == Strategy::kDense) launch.Set(uint32_t{tile.chunk});
  if (tile.pitch > 0) launch.Set(uint32_t{tile.pitch});
  if (tile.local_bytes > 0) launch.SetLocal(tile.local_bytes);
  launch.Enqueue();
}

double ConvolveSteps(const MagickAccelerateWork& work) {
  return double(work.taps.count) * work.destination.columns * work.destination.rows;
}

constexpr FamilyFunctions kConvolveFamily = {PlanConvolve,       ConvolvePrograms, BorderSourceRows,
                                             NoScratch,          EnqueueConvolve,  WindowKernel,
                                             NamesIn<kVariants>, ConvolveSteps};

}  // namespace

// clang-format off
const DeviceFamily kConvolveOnDevice = {
#include "kernels/window/convolve/convolve.cl.inc"
    , &kConvolveFamily, 220};
// clang-format on

}  // namespace lodestone::accel::gpu
