#include <iterator>

#include "accel/gpu/operations/border.hpp"
#include "accel/gpu/operations/families.hpp"
#include "accel/gpu/operations/maps.hpp"
#include "accel/operation_table.hpp"
#include "kernels/remap/transpose_shapes.h"

namespace lodestone::accel::gpu {
namespace {

// Numbered from 1.
struct Variant {
  const char* name;
  const char* kernel;
};
constexpr Variant kDirect{"direct", "TransposeDirectFilter"}, kTiles{"tiles", "TransposeFilter"};
constexpr Variant kVariants[] = {kDirect, kTiles};

const Variant& VariantFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const bool fits = facts.group_items >= LS_TURN_SIDE * LS_TURN_ROWS;
  if (!fits) return kDirect;
  if (const Variant* wanted = WantedIn<kVariants>(work)) return *wanted;
  return facts.is_cpu() ? kDirect : kTiles;
}

KernelPlan PlanTranspose(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const Variant& variant = VariantFor(work, facts);
  KernelPlan plan;
  plan.key = KeyBySamples(Family::kTranspose, work.quantum_depth, work.channels);
  plan.window.kernel = variant.kernel;
  if (variant.kernel == kTiles.kernel) {
    plan.window.group_columns = plan.window.columns = plan.window.rows = LS_TURN_SIDE;
    plan.window.group_rows = LS_TURN_ROWS;
  }
  return plan;
}

// A column of the source is a row of the result.
Rows TransposeSourceRows(const MagickAccelerateWork& work, Rows) {
  return {0, work.source.rows};
}

void EnqueueTranspose(const Job& job, const Plane& source, const Plane& destination, Memory*,
                      Rows rows) {
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, job.plan.window.kernel);
  Launch launch(job.session, kernel, GeometryOf(job, rows, kernel));
  launch.SetPlanes(source, destination);
  SetMaps(launch, job);
  launch.Enqueue();
}

constexpr FamilyFunctions kTransposeFamily = {
    PlanTranspose,    ProgramsBySamples, TransposeSourceRows, NoScratch,
    EnqueueTranspose, WindowKernel,      NamesIn<kVariants>};

}  // namespace

// clang-format off
const DeviceFamily kTransposeOnDevice = {
#include "kernels/remap/transpose.cl.inc"
    , &kTransposeFamily, 100};
// clang-format on

}  // namespace lodestone::accel::gpu
