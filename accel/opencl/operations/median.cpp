#include "accel/opencl/operations/median.hpp"

#include <iterator>

#include "accel/opencl/operations/border.hpp"
#include "accel/opencl/plans/window_tiling.hpp"
#include "accel/operation_table.hpp"
#include "kernels/window/window_shapes.h"

namespace lodestone::accel::opencl {
namespace {

using Way = WindowWay;

// The ways to find medians, numbered from 1. Work that does not suit one is done without local
// memory, and windows that no network is there for by bisection.
struct Variant {
  const char* name;
  Way way;
  bool network;
};

constexpr Variant kVariants[] = {{"direct", Way::kDirect, false},
                                 {"strips", Way::kStrips, true},
                                 {"bisecting strips", Way::kStrips, false},
                                 {"tiles", Way::kTile, true},
                                 {"bisecting tiles", Way::kTile, false}};

// Strips count in 16 bits.
constexpr uint32_t kWidestStripWindow = 255;

Variant VariantFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (work.variant >= 1 && work.variant <= std::size(kVariants)) return kVariants[work.variant - 1];
  return kVariants[WindowForm(facts) == KernelForm::kStrips ? 1 : 3];
}

const char* KernelFor(uint32_t window, bool network) {
  if (network && window == 3) return "Median3Filter";
  if (network && window == 5) return "Median5Filter";
  return "MedianFilter";
}

std::optional<WindowTile> Fit(const Variant& variant, const MagickAccelerateWork& work,
                              uint64_t local_bytes) {
  const char* kernel = KernelFor(work.window, variant.network);
  if (variant.way == Way::kStrips && work.window <= kWidestStripWindow) {
    return FitStrips(kernel, work, work.quantum_depth / 8, local_bytes);
  }
  if (variant.way != Way::kTile) return std::nullopt;
  const WindowTile tile{kernel,         Way::kTile,        LS_WINDOW_COLUMNS,
                        LS_WINDOW_ROWS, LS_WINDOW_COLUMNS, LS_WINDOW_ROWS};
  return FitTile(tile, WindowOf(work), PixelBytes(work), local_bytes);
}

}  // namespace

KernelPlan PlanMedian(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const Variant variant = VariantFor(work, facts);
  KernelPlan plan;
  plan.key = {MagickAccelerateMedian, work.quantum_depth, work.channels, WindowForm(facts)};
  if (variant.way != Way::kDirect) {
    plan.key.form = variant.way == Way::kStrips ? KernelForm::kStrips : KernelForm::kTiles;
  }
  plan.window = Fit(variant, work, facts.local_bytes).value_or(WindowTile{"MedianDirectFilter"});
  return plan;
}

void EnqueueMedian(const Job& job, const Plane& source, const Plane& sink, cl_mem, Rows rows) {
  const WindowTile& tile = job.plan.window;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, tile.kernel);
  Launch launch(job.session, kernel, GeometryOf(job, rows, kernel));
  launch.SetPlanes(source, sink);
  SetWindow(launch, job);
  if (tile.way == Way::kDirect) {
    launch.Set(cl_uint{job.work.window});
  } else {
    SetUnderTile(launch, job.work);
    if (tile.way == Way::kStrips) launch.Set(cl_uint{tile.rows});
    launch.Set(cl_uint{tile.pitch});
    launch.SetLocal(tile.local_bytes);
  }
  launch.Enqueue();
}

unsigned MedianVariants() {
  return static_cast<unsigned>(std::size(kVariants));
}

const char* MedianVariantName(unsigned variant) {
  return variant >= 1 && variant <= std::size(kVariants) ? kVariants[variant - 1].name : nullptr;
}

}  // namespace lodestone::accel::opencl
