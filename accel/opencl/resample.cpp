#include "accel/opencl/resample.hpp"

#include <algorithm>

#include "accel/opencl/bands.hpp"

namespace lodestone::accel::opencl {
namespace {

constexpr char kScale[] = "ScaleFilter";
constexpr char kHorizontal[] = "ResizeHorizontalFilter";
constexpr char kVertical[] = "ResizeVerticalFilter";

void Horizontal(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, kHorizontal);
  const Tile tile =
      job.plan.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables.columns());
  launch.Set(job.tables.weights());
  if (job.plan.key.local) {
    launch.Set(job.tables.weight_stride());
    launch.SetTile();
  }
  launch.Enqueue();
}

void Vertical(const Job& job, const Plane& source, const Plane& sink, cl_uint columns, Rows rows) {
  const auto& axis = job.work.vertical;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, kVertical);
  const Tile tile = job.plan.key.local ? TileAlongColumns(axis, columns, kernel.limits)
                                       : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {columns, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables.rows());
  launch.Set(job.tables.weights());
  if (job.plan.key.local) launch.SetTile();
  launch.Enqueue();
}

void ScaleBand(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, kScale);
  const Tile tile =
      job.plan.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables.columns());
  launch.Set(job.tables.weights());
  launch.Set(job.tables.rows());
  if (job.plan.key.local) {
    launch.Set(job.tables.weight_stride());
    launch.SetTile();
  }
  launch.Enqueue();
}

void ResizeBand(const Job& job, const Plane& source, Plane between, const Plane& sink, Rows rows) {
  const auto& work = job.work;
  if (work.vertical_first) {
    between.top = rows.begin;
    Vertical(job, source, between, work.source.columns, rows);
    Horizontal(job, between, sink, rows);
    return;
  }
  const auto& axis = work.vertical;
  const Rows needed = {axis.first[rows.begin], axis.first[rows.end - 1] + axis.count[rows.end - 1]};
  between.top = needed.begin;
  Horizontal(job, source, between, needed);
  Vertical(job, between, sink, work.destination.columns, rows);
}

constexpr unsigned kLocalMemory = 1, kInPlace = 2, kVariants = 2;

bool HasLocalMemory(const DeviceFacts& facts) {
  return facts.local_bytes >= sizeof(cl_float4);
}

// Where local memory is a piece of ordinary memory, copying the input there only costs time.
unsigned VariantFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (!HasLocalMemory(facts)) return kInPlace;
  if (work.variant == kLocalMemory || work.variant == kInPlace) return work.variant;
  return facts.is_cpu() ? kInPlace : kLocalMemory;
}

}  // namespace

KernelPlan PlanResample(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  KernelPlan plan;
  plan.variant = VariantFor(work, facts);
  plan.key = {work.operation, work.quantum_depth, work.alpha != 0,
              work.operation == MagickAccelerateScale || work.vertical_first != 0,
              plan.variant == kLocalMemory};
  return plan;
}

std::vector<ProgramKey> ResamplePrograms(MagickAccelerateOperation operation,
                                         unsigned quantum_depth, const DeviceFacts& facts) {
  std::vector<ProgramKey> keys;
  for (const bool alpha : {false, true}) {
    for (const bool vertical_first : {false, true}) {
      if (operation == MagickAccelerateScale && !vertical_first) continue;
      keys.push_back({operation, quantum_depth, alpha, vertical_first,
                      HasLocalMemory(facts) && !facts.is_cpu()});
    }
  }
  return keys;
}

uint64_t ResampleScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                              cl_uint rows) {
  return BetweenSizeOf(work, BandRows(work, rows, plan.band_bytes)).bytes;
}

void EnqueueResample(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                     Rows rows) {
  const cl_uint most = BandRows(job.work, rows.end - rows.begin, job.plan.band_bytes);
  const auto columns = static_cast<cl_uint>(BetweenSizeOf(job.work, most).columns);
  for (Rows band{rows.begin, 0}; band.begin < rows.end; band.begin = band.end) {
    band.end = band.begin + std::min(most, rows.end - band.begin);
    if (job.work.operation == MagickAccelerateScale) {
      ScaleBand(job, source, sink, band);
    } else {
      ResizeBand(job, source, {scratch, columns, 0}, sink, band);
    }
  }
}

std::string ResampleKernels(const MagickAccelerateWork& work, const KernelPlan&) {
  if (work.operation == MagickAccelerateScale) return kScale;
  const std::string horizontal = kHorizontal, vertical = kVertical;
  return work.vertical_first ? vertical + "," + horizontal : horizontal + "," + vertical;
}

unsigned ResampleVariants(const MagickAccelerateWork&, const DeviceFacts& facts) {
  return HasLocalMemory(facts) ? kVariants : 1;
}

const char* ResampleVariantName(const MagickAccelerateWork&, const DeviceFacts& facts,
                                unsigned variant) {
  return HasLocalMemory(facts) && variant == kLocalMemory ? "local-memory" : "in-place";
}

}  // namespace lodestone::accel::opencl
