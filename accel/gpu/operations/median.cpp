#include "accel/gpu/operations/families.hpp"

#include <iterator>

#include "accel/gpu/operations/border.hpp"
#include "accel/gpu/plans/window_tiling.hpp"
#include "accel/operation_table.hpp"
#include "kernels/window/window_shapes.h"

namespace lodestone::accel::gpu {
namespace {

using Strategy = WindowStrategy;

// The variants of the median. Work that does not suit one runs without local
// memory.
struct Variant {
  const char* name;
  Strategy strategy;
};

constexpr Variant kVariants[] = {
    {"direct", Strategy::kDirect}, {"strips", Strategy::kStrips}, {"tiles", Strategy::kTile}};

// Strips count in 16 bits.
constexpr uint32_t kMaxStripWindow = 255;

Strategy StrategyFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (const Variant* wanted = WantedIn<kVariants>(work)) return wanted->strategy;
  return WindowForm(facts) == KernelForm::kStrips ? Strategy::kStrips : Strategy::kTile;
}

// A network of minima and maxima, or bisection.
bool HasNetwork(uint32_t window) {
  return window == 3 || window == 5;
}
const char* KernelFor(uint32_t window) {
  if (!HasNetwork(window)) return "MedianFilter";
  return window == 3 ? "Median3Filter" : "Median5Filter";
}

std::optional<WindowTile> Fit(Strategy strategy, const MagickAccelerateWork& work,
                              uint64_t local_bytes) {
  const char* kernel = KernelFor(work.window);
  if (strategy == Strategy::kStrips && work.window <= kMaxStripWindow) {
    return FitStrips(kernel, work, work.quantum_depth / 8, local_bytes);
  }
  if (strategy != Strategy::kTile) return std::nullopt;
  const uint32_t rows = HasNetwork(work.window) ? LS_MEDIAN_ROWS : 1;
  const WindowTile tile{kernel,         Strategy::kTile,   LS_WINDOW_COLUMNS,
                        LS_WINDOW_ROWS, LS_WINDOW_COLUMNS, LS_WINDOW_ROWS * rows};
  return FitTile(tile, WindowOf(work), PixelBytes(work), local_bytes);
}

KernelPlan PlanMedian(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const Strategy strategy = StrategyFor(work, facts);
  KernelPlan plan;
  plan.key = {Family::kMedian, work.quantum_depth, work.channels, WindowForm(facts)};
  if (strategy != Strategy::kDirect) {
    plan.key.form = strategy == Strategy::kStrips ? KernelForm::kStrips : KernelForm::kTiles;
  }
  const auto tile = Fit(strategy, work, facts.local_bytes);
  plan.window = tile.value_or(WindowTile{"MedianDirectFilter"});
  if (tile && HasNetwork(work.window)) plan.key.side = work.window;
  return plan;
}

std::vector<ProgramKey> MedianPrograms(const OperationTraits& operation, unsigned quantum_depth,
                                       const DeviceFacts& facts) {
  return WindowPrograms(operation, quantum_depth, facts, true);
}

void EnqueueMedian(const Job& job, const Plane& source, const Plane& destination, Memory*,
                   Rows rows) {
  const WindowTile& tile = job.plan.window;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, tile.kernel);
  Launch launch(job.session, kernel, GeometryOf(job, rows, kernel));
  launch.SetPlanes(source, destination);
  SetWindow(launch, job);
  launch.Set(uint32_t{job.work.operation == MagickAccelerateReduceNoise});
  if (tile.strategy == Strategy::kDirect) {
    launch.Set(uint32_t{job.work.window});
  } else {
    SetUnderTile(launch, job.work);
    if (tile.strategy == Strategy::kStrips) launch.Set(uint32_t{tile.rows});
    launch.Set(uint32_t{tile.pitch});
    launch.SetLocal(tile.local_bytes);
  }
  launch.Enqueue();
}

// Passes over a window, expressed as taps: a network of minima and maxima, or a bisection that
// halves the range each time.
double MedianSteps(const MagickAccelerateWork& work) {
  const double samples = double(work.window) * work.window;
  const double steps = work.window <= 5 ? 6 * samples : double(work.quantum_depth) * samples;
  return steps * work.destination.columns * work.destination.rows;
}

constexpr FamilyFunctions kMedianFamily = {PlanMedian,         MedianPrograms, BorderSourceRows,
                                           NoScratch,          EnqueueMedian,  WindowKernel,
                                           NamesIn<kVariants>, MedianSteps};

}  // namespace

// clang-format off
const DeviceFamily kMedianOnDevice = {
#include "kernels/window/median/median.cl.inc"
    , &kMedianFamily, 300};
// clang-format on

}  // namespace lodestone::accel::gpu
