#include "accel/gpu/operations/families.hpp"

#include <algorithm>

#include "accel/gpu/operations/maps.hpp"
#include "accel/operation_table.hpp"
#include "kernels/common/tile_shapes.h"
#include "kernels/lut3d/lut3d_cpu.hpp"
#include "kernels/warp/arc.h"

namespace lodestone::accel::gpu {
namespace {

uint32_t Clipped(const MagickAccelerateWork& work, uint64_t row) {
  return static_cast<uint32_t>(std::min<uint64_t>(row, work.source.rows));
}

bool IsArc(const MagickAccelerateWork& work) {
  return work.operation == MagickAccelerateWarp && work.warp.function == MagickAccelerateArc;
}

std::string KernelOf(const MagickAccelerateWork& work, const KernelPlan& plan) {
  if (IsArc(work)) return KernelName(plan, "ArcFilter");
  return KernelName(plan, work.grey_result ? "GreyFilter" : "Filter");
}

// `set` sets the kernel arguments after LS_PLANES. A work-item computes rows_each pixels.
template <class Set>
void Enqueue(const Job& job, const Plane& source, const Plane& destination, Rows rows,
             uint32_t rows_each, Set set) {
  LaneKernel& kernel =
      job.session.KernelOf(job.program, job.plan.key, KernelOf(job.work, job.plan));
  Geometry geometry =
      GeometryOf(job.work.destination.columns, rows, TileWithoutLocal(kernel.limits));
  geometry.group_height *= rows_each;
  Launch launch(job.session, kernel, geometry);
  launch.SetPlanes(source, destination);
  set(launch);
  launch.Enqueue();
}

// Rows 2y - 2 to 2y + 1; rows beyond the edges repeat the edge.
Rows MinifySourceRows(const MagickAccelerateWork& work, Rows rows) {
  return {std::min(2 * std::max(rows.begin, 1u) - 2, work.source.rows - 1),
          Clipped(work, uint64_t{rows.end} * 2)};
}

Rows MagnifySourceRows(const MagickAccelerateWork& work, Rows rows) {
  return {rows.begin / 2, Clipped(work, uint64_t{rows.end - 1} / 2 + 2)};
}

Rows SameRows(const MagickAccelerateWork&, Rows rows) {
  return rows;
}

void EnqueueFixedFactor(const Job& job, const Plane& source, const Plane& destination, Memory*,
                        Rows rows) {
  Enqueue(job, source, destination, rows, 1, [&](Launch& launch) {
    launch.Set(uint32_t{job.work.source.columns});
    launch.Set(uint32_t{job.work.source.rows});
    launch.Set(uint32_t{job.work.channels == MagickAccelerateWeighted});
  });
}

void EnqueueRemap(const Job& job, const Plane& source, const Plane& destination, Memory*,
                  Rows rows) {
  Enqueue(job, source, destination, rows, LS_ROWS_EACH,
          [&](Launch& launch) { SetMaps(launch, job); });
}

void EnqueuePoint(const Job& job, const Plane& source, const Plane& destination, Memory*,
                  Rows rows) {
  Enqueue(job, source, destination, rows, LS_ROWS_EACH, [&](Launch& launch) {
    launch.Set(job.tables.samples());
    launch.Set(job.work.point);
  });
}

void EnqueueColor(const Job& job, const Plane& source, const Plane& destination, Memory*,
                  Rows rows) {
  Enqueue(job, source, destination, rows, LS_ROWS_EACH,
          [&](Launch& launch) { launch.Set(job.work.color); });
}

void EnqueueComposite(const Job& job, const Plane& source, const Plane& destination, Memory*,
                      Rows rows) {
  Enqueue(job, source, destination, rows, LS_ROWS_EACH, [&](Launch& launch) {
    launch.Set(job.second.buffer);
    launch.Set(job.second.stride_px);
    launch.Set(job.work.composition);
  });
}

void EnqueueLut3d(const Job& job, const Plane& source, const Plane& destination, Memory*,
                  Rows rows) {
  Enqueue(job, source, destination, rows, 1, [&](Launch& launch) {
    const MagickAcceleratePixels& cube = job.work.second;
    launch.Set(job.second.buffer);
    launch.Set(uint32_t{kernels::Lut3dSize(cube.columns, cube.rows)});
  });
}

void EnqueueNoise(const Job& job, const Plane& source, const Plane& destination, Memory*,
                  Rows rows) {
  Enqueue(job, source, destination, rows, 1, [&](Launch& launch) { launch.Set(job.work.noise); });
}

std::array<int32_t, 2> SourceSize(const MagickAccelerateWork& work) {
  return {int32_t(work.source.columns), int32_t(work.source.rows)};
}

// A place may be anywhere.
Rows AllRows(const MagickAccelerateWork& work, Rows) {
  return {0, work.source.rows};
}

void EnqueueWarp(const Job& job, const Plane& source, const Plane& destination, Memory*,
                 Rows rows) {
  Enqueue(job, source, destination, rows, 1, [&](Launch& launch) {
    const MagickAccelerateWork& work = job.work;
    launch.Set(static_cast<uint32_t>(work.channels));
    launch.Set(work.warp);
    launch.Set(SourceSize(work));
    SetPixelArgument(launch, work, work.border.constant);
    launch.Set(job.tables.samples());
  });
}

double WarpSteps(const MagickAccelerateWork& work) {
  const double each = IsArc(work) ? static_cast<double>(work.table.count) / LS_ARC_ENTRIES
                                  : GetOperation(work.operation).steps;
  return each * work.destination.columns * work.destination.rows;
}

// Rows stay in their rows; a column may come from anywhere. At least one row, even where the source
// is not.
Rows ShearedRows(const MagickAccelerateWork& work, Rows rows) {
  const MagickAccelerateShearRule& rule = work.shear;
  if (rule.of_columns) return AllRows(work, rows);
  const int64_t down = int64_t{rule.row} - rule.source_row, last = work.source.rows - 1;
  return {static_cast<uint32_t>(std::clamp<int64_t>(rows.begin + down, 0, last)),
          static_cast<uint32_t>(std::clamp<int64_t>(rows.end + down, 1, last + 1))};
}

void EnqueueShear(const Job& job, const Plane& source, const Plane& destination, Memory*,
                  Rows rows) {
  Enqueue(job, source, destination, rows, 1, [&](Launch& launch) {
    const MagickAccelerateWork& work = job.work;
    launch.Set(static_cast<uint32_t>(work.channels));
    launch.Set(work.shear);
    launch.Set(SourceSize(work));
    SetPixelArgument(launch, work, work.border.constant);
    launch.Set(job.tables.samples());
  });
}

// What differs: the rows that are read, and the kernel arguments beside the planes.
constexpr FamilyFunctions Pixelwise(decltype(FamilyFunctions::source_rows) source_rows,
                                    decltype(FamilyFunctions::enqueue) enqueue,
                                    decltype(FamilyFunctions::steps) steps = nullptr) {
  return {PlanBySamples, ProgramsBySamples, source_rows, NoScratch,
          enqueue,       KernelOf,          nullptr,     steps};
}

}  // namespace

ProgramKey KeyBySamples(Family family, unsigned quantum_depth, MagickAccelerateChannels channels) {
  const bool grey = channels == MagickAccelerateGrey;
  return {family, quantum_depth, grey ? MagickAccelerateGrey : MagickAccelerateOpaque,
          KernelForm::kOnly};
}

KernelPlan PlanBySamples(const MagickAccelerateWork& work, const DeviceFacts&) {
  KernelPlan plan;
  plan.key = KeyBySamples(GetOperation(work.operation).family, work.quantum_depth, work.channels);
  return plan;
}

std::vector<ProgramKey> ProgramsBySamples(const OperationTraits& operation, unsigned quantum_depth,
                                          const DeviceFacts&) {
  std::vector<ProgramKey> keys;
  for (const MagickAccelerateChannels channels : ChannelsTaken(operation)) {
    const ProgramKey key = KeyBySamples(operation.family, quantum_depth, channels);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

namespace {

constexpr FamilyFunctions kMinifyFamily = Pixelwise(MinifySourceRows, EnqueueFixedFactor);
constexpr FamilyFunctions kMagnifyFamily = Pixelwise(MagnifySourceRows, EnqueueFixedFactor);
constexpr FamilyFunctions kPointFamily = Pixelwise(SameRows, EnqueuePoint);
constexpr FamilyFunctions kColorFamily = Pixelwise(SameRows, EnqueueColor);
constexpr FamilyFunctions kCompositeFamily = Pixelwise(SameRows, EnqueueComposite);
constexpr FamilyFunctions kLut3dFamily = Pixelwise(SameRows, EnqueueLut3d);
constexpr FamilyFunctions kNoiseFamily = Pixelwise(SameRows, EnqueueNoise);
constexpr FamilyFunctions kWarpFamily = Pixelwise(AllRows, EnqueueWarp, WarpSteps);
constexpr FamilyFunctions kShearFamily = Pixelwise(ShearedRows, EnqueueShear);
constexpr FamilyFunctions kRemapFamily = Pixelwise(MappedSourceRows, EnqueueRemap);

}  // namespace

// clang-format off
const DeviceFamily kMinifyOnDevice = {
#include "kernels/resample/opencl/minify.cl.inc"
    , &kMinifyFamily, 60};
const DeviceFamily kMagnifyOnDevice = {
#include "kernels/resample/opencl/magnify.cl.inc"
    , &kMagnifyFamily, 50};
const DeviceFamily kPointOnDevice = {
#include "kernels/point/point.cl.inc"
    , &kPointFamily, 110};
const DeviceFamily kColorOnDevice = {
#include "kernels/color/color.cl.inc"
    , &kColorFamily, 250};
const DeviceFamily kRemapOnDevice = {
#include "kernels/remap/remap.cl.inc"
    , &kRemapFamily, 60};
const DeviceFamily kCompositeOnDevice = {
#include "kernels/composite/composite.cl.inc"
    , &kCompositeFamily, 340};
const DeviceFamily kWarpOnDevice = {
#include "kernels/warp/warp.cl.inc"
    , &kWarpFamily, 290};
const DeviceFamily kNoiseOnDevice = {
#include "kernels/noise/noise.cl.inc"
    , &kNoiseFamily, 200};
const DeviceFamily kShearOnDevice = {
#include "kernels/shear/shear.cl.inc"
    , &kShearFamily, 100};
const DeviceFamily kLut3dOnDevice = {
#include "kernels/lut3d/lut3d.cl.inc"
    , &kLut3dFamily, 60};
// clang-format on

}  // namespace lodestone::accel::gpu
