#include "accel/gpu/operations/families.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"
#include "kernels/statistics/statistics_layout.h"

namespace lodestone::accel::gpu {
namespace {

// Work-items of a group, which share the pixels of a row.
constexpr size_t kGroupItems = 64;
// Enough groups for a part to keep a large device busy.
constexpr uint64_t kMostGroups = 512;

// Those that are counted, or compared.
uint32_t SamplesUsed(const MagickAccelerateWork& work) {
  return work.channels == MagickAcceleratePlain ? 4 : 3;
}

LaneKernel& KernelOf(const Job& job, const char* name) {
  return job.session.KernelOf(job.program, job.plan.key, KernelName(job.plan, name));
}

// `groups` of them for each row of the result.
Geometry RowsByGroups(const Job& job, Rows rows, uint64_t groups, const LaneKernel& kernel) {
  return {job.work.destination.columns,
          rows,
          {TileWithoutLocal(kernel.limits, kGroupItems).group_columns, 1},
          groups,
          1};
}

Rows PartRows(const MagickAccelerateWork& work, Rows parts) {
  const auto begin = [&work](uint32_t part) {
    return static_cast<uint32_t>(LS_PART_BEGIN(work.source.rows, work.destination.rows, part));
  };
  return {begin(parts.begin), begin(parts.end)};
}

void EnqueueHistogram(const Job& job, const Plane& source, const Plane& destination, Memory*,
                      Rows rows) {
  const MagickAccelerateWork& work = job.work;
  LaneKernel& clear = KernelOf(job, "ClearFilter");
  Launch first(job.session, clear,
               GeometryOf(work.destination.columns, rows, TileWithoutLocal(clear.limits)));
  first.SetPlanes(source, destination);
  first.Enqueue();
  LaneKernel& kernel = KernelOf(job, "Filter");
  const uint64_t groups =
      std::min<uint64_t>(work.source.rows / work.destination.rows + 1, kMostGroups);
  Launch launch(job.session, kernel, RowsByGroups(job, rows, groups, kernel));
  launch.SetPlanes(source, destination);
  launch.Set(std::array{work.source.columns, work.source.rows});
  launch.Set(uint32_t{work.destination.rows});
  launch.Set(SamplesUsed(work));
  launch.Enqueue();
}

std::string HistogramKernels(const MagickAccelerateWork&, const KernelPlan& plan) {
  return KernelName(plan, "ClearFilter") + "," + KernelName(plan, "Filter");
}

// An atomic addition for each sample.
double HistogramSteps(const MagickAccelerateWork& work) {
  constexpr double kStepsPerPixel = 16;
  return kStepsPerPixel * work.source.columns * work.source.rows;
}

Rows SameRows(const MagickAccelerateWork&, Rows rows) {
  return rows;
}

void EnqueueBounds(const Job& job, const Plane& source, const Plane& destination, Memory*,
                   Rows rows) {
  const MagickAccelerateWork& work = job.work;
  LaneKernel& kernel = KernelOf(job, "Filter");
  Launch launch(job.session, kernel, RowsByGroups(job, rows, 1, kernel));
  launch.SetPlanes(source, destination);
  launch.Set(uint32_t{work.source.columns});
  launch.Set(work.bounds);
  launch.Set(SamplesUsed(work));
  launch.Enqueue();
}

std::string BoundsKernels(const MagickAccelerateWork&, const KernelPlan& plan) {
  return KernelName(plan, "Filter");
}

double BoundsSteps(const MagickAccelerateWork& work) {
  constexpr double kStepsPerPixel = 4;
  return kStepsPerPixel * work.source.columns * work.source.rows;
}

constexpr FamilyFunctions kHistogramFamily = {PlanBySamples, ProgramsBySamples, PartRows,
                                              NoScratch,     EnqueueHistogram,  HistogramKernels,
                                              nullptr,       HistogramSteps};
constexpr FamilyFunctions kBoundsFamily = {PlanBySamples, ProgramsBySamples, SameRows, NoScratch,
                                           EnqueueBounds, BoundsKernels,     nullptr,  BoundsSteps};

}  // namespace

// clang-format off
const DeviceFamily kHistogramOnDevice = {
#include "kernels/statistics/histogram.cl.inc"
    , &kHistogramFamily, 70};
const DeviceFamily kBoundsOnDevice = {
#include "kernels/statistics/bounds.cl.inc"
    , &kBoundsFamily, 60};
// clang-format on

}  // namespace lodestone::accel::gpu
