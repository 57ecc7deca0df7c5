#include "accel/opencl/resample.hpp"

#include <algorithm>
#include <iterator>

#include "accel/opencl/bands.hpp"
#include "accel/opencl/cell.hpp"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::opencl {
namespace {

enum class Way { kBoxes, kEvenQuads, kQuads, kPasses };

// The ways to resample, numbered from 1. Work that does not suit one is done the next way.
struct Variant {
  const char* name;
  KernelForm form;
  Way way;
};

constexpr Variant kVariants[] = {{"strips", KernelForm::kStrips, Way::kQuads},
                                 {"tiles", KernelForm::kTiles, Way::kQuads},
                                 {"wide tiles", KernelForm::kWideTiles, Way::kQuads},
                                 {"boxes", KernelForm::kTiles, Way::kBoxes},
                                 {"even tiles", KernelForm::kTiles, Way::kEvenQuads},
                                 {"passes in place", KernelForm::kStrips, Way::kPasses},
                                 {"passes through local memory", KernelForm::kTiles, Way::kPasses}};

// What this device is given when nobody asks for a variant.
KernelForm FormFor(const DeviceFacts& facts) {
  return facts.is_cpu() || facts.group_items < LS_TILE_GROUP ? KernelForm::kStrips
                                                             : KernelForm::kTiles;
}

Variant VariantFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (work.variant >= 1 && work.variant <= std::size(kVariants)) return kVariants[work.variant - 1];
  const KernelForm form = FormFor(facts);
  return {"", form, form == KernelForm::kTiles ? Way::kBoxes : Way::kQuads};
}

// The operation whose program does the work.
MagickAccelerateOperation ProgramFor(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateUnsharp ? MagickAccelerateBlur : operation;
}

// Of the operation's program: LS_KERNEL(name).
std::string KernelName(const MagickAccelerateWork& work, const std::string& name) {
  switch (ProgramFor(work.operation)) {
    case MagickAccelerateScale:
      return "Scale" + name;
    case MagickAccelerateBlur:
      return "Blur" + name;
    default:
      return "Resize" + name;
  }
}

std::string PassKernel(const MagickAccelerateWork& work, bool vertical, bool first) {
  return KernelName(work,
                    std::string(vertical ? "Vertical" : "Horizontal") + (first ? "First" : "Last"));
}

std::string QuadKernel(const MagickAccelerateWork& work, const QuadTile& tile) {
  if (tile.even_taps) return KernelName(work, "Even" + std::to_string(tile.even_taps) + "Filter");
  if (VerticalFirst(work)) return KernelName(work, "Filter");
  const std::string columns = tile.most_columns ? std::to_string(tile.most_columns) : "";
  return KernelName(work, "Across" + columns + "Filter");
}

// One pass over some rows. The sink is `columns` wide.
void EnqueuePass(const Job& job, const std::string& name, bool vertical, const Plane& source,
                 const Plane& sink, cl_uint columns, Rows rows) {
  const bool local = job.plan.weights == WeightOrder::kByTap;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, name);
  TileLimits limits = kernel.limits;
  limits.cell_bytes = CellBytes(job.work);
  Tile tile = TileWithoutLocal(limits);
  if (local) {
    tile = vertical ? TileAlongColumns(job.work.vertical, columns, limits)
                    : TileAlongRows(job.work.horizontal, limits);
  }
  Launch launch(job.session, kernel, GeometryOf(columns, rows, tile));
  launch.SetPlanes(source, sink);
  launch.Set(vertical ? job.tables.rows() : job.tables.columns());
  launch.Set(job.tables.weights());
  if (local) {
    if (!vertical) launch.Set(job.tables.weight_stride());
    launch.SetLocal(tile.local_bytes);
    launch.Set(tile.capacity);
  }
  launch.Enqueue();
}

void EnqueueBand(const Job& job, const Plane& source, Plane between, const Plane& sink, Rows rows) {
  const auto& work = job.work;
  const bool vertical_first = VerticalFirst(work);
  Rows first_rows = rows;
  if (!vertical_first) {
    const auto& axis = work.vertical;
    first_rows = {axis.first[rows.begin], axis.first[rows.end - 1] + axis.count[rows.end - 1]};
  }
  between.top = first_rows.begin;
  EnqueuePass(job, PassKernel(work, vertical_first, true), vertical_first, source, between,
              vertical_first ? work.source.columns : work.destination.columns, first_rows);
  EnqueuePass(job, PassKernel(work, !vertical_first, false), !vertical_first, between, sink,
              work.destination.columns, rows);
}

void EnqueuePasses(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                   Rows rows) {
  const cl_uint most = BandRows(job.work, rows.end - rows.begin, job.plan.band_bytes);
  const auto columns = static_cast<cl_uint>(BetweenSizeOf(job.work, most).columns);
  for (Rows band{rows.begin, 0}; band.begin < rows.end; band.begin = band.end) {
    band.end = band.begin + std::min(most, rows.end - band.begin);
    EnqueueBand(job, source, {scratch, columns, 0}, sink, band);
  }
}

// See tile_down.clh and tile_down_grey.clh.
bool IsWide(const MagickAccelerateWork& work, const Plane& source, const Plane& sink) {
  if (sink.stride_px % LS_QUAD != 0) return false;
  return work.channels != MagickAccelerateGrey ||
         (source.stride_px % LS_QUAD == 0 && work.source.columns % LS_QUAD == 0);
}

void EnqueueQuads(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  const QuadTile& tile = job.plan.tile;
  const cl_uint columns = job.work.destination.columns;
  const bool vertical_first = VerticalFirst(job.work);
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, QuadKernel(job.work, tile));
  const size_t tile_columns = size_t{tile.quads} * LS_QUAD;
  Launch launch(job.session, kernel,
                {columns,
                 rows,
                 {tile.group_items, 1},
                 (columns - 1) / tile_columns + 1,
                 tile.row_quads * LS_QUAD});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables.columns());
  launch.Set(job.tables.rows());
  launch.Set(job.tables.weights());
  if (job.plan.key.form == KernelForm::kStrips) {
    launch.Set(cl_uint{job.work.source.columns});
    launch.Set(cl_uint{tile.quads});
    if (!vertical_first) launch.Set(cl_uint{tile.row_quads});
  } else if (vertical_first) {
    launch.Set(cl_uint{tile.quads});
    launch.Set(cl_uint{IsWide(job.work, source, sink)});
  } else if (tile.most_columns == 0) {
    launch.Set(cl_uint{tile.capacity});
  }
  for (const uint64_t bytes : tile.local_bytes) {
    if (bytes > 0) launch.SetLocal(bytes);
  }
  if (tile.even_taps) {
    launch.Set(job.tables.middle_column());
    launch.Set(job.tables.middle_row());
  }
  launch.Enqueue();
}

void EnqueueBoxes(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  const Boxes& boxes = job.plan.boxes;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, BoxKernel(boxes.side));
  const cl_uint columns = job.work.destination.columns;
  Geometry geometry =
      GeometryOf((columns - 1) / BoxPixels(boxes.side) + 1, rows, TileWithoutLocal(kernel.limits));
  geometry.columns = columns;
  Launch launch(job.session, kernel, geometry);
  launch.SetPlanes(source, sink);
  launch.Set(cl_float{boxes.across});
  launch.Set(cl_float{boxes.down});
  launch.Set(cl_uint{source.stride_px % LS_QUAD == 0});
  launch.Enqueue();
}

bool InOneLaunch(const KernelPlan& plan) {
  return plan.weights == WeightOrder::kQuads || plan.weights == WeightOrder::kNone;
}

bool PlanBoxes(const MagickAccelerateWork& work, KernelPlan* plan) {
  const auto boxes = FindBoxes(work);
  if (!boxes) return false;
  plan->boxes = *boxes;
  plan->weights = WeightOrder::kNone;
  return true;
}

bool PlanQuads(const MagickAccelerateWork& work, const DeviceFacts& facts, KernelPlan* plan) {
  const auto tile = FitQuads(work, VerticalFirst(work), plan->key.form, facts.local_bytes);
  if (!tile) return false;
  plan->tile = *tile;
  plan->weights = WeightOrder::kQuads;
  return true;
}

}  // namespace

KernelPlan PlanResample(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const Variant variant = VariantFor(work, facts);
  KernelPlan plan;
  plan.key = {ProgramFor(work.operation), work.quantum_depth, work.channels, variant.form};
  if (variant.way == Way::kBoxes && PlanBoxes(work, &plan)) return plan;
  if (variant.way != Way::kPasses && PlanQuads(work, facts, &plan)) {
    if (variant.way == Way::kBoxes || variant.way == Way::kEvenQuads)
      plan.tile.even_taps = FindEvenTaps(work);
    return plan;
  }
  const bool local = variant.form != KernelForm::kStrips && facts.local_bytes >= sizeof(cl_float4);
  plan.key.form = local ? KernelForm::kTiles : KernelForm::kStrips;
  plan.weights = local ? WeightOrder::kByTap : WeightOrder::kByOutput;
  return plan;
}

std::vector<ProgramKey> ResamplePrograms(MagickAccelerateOperation operation,
                                         unsigned quantum_depth, const DeviceFacts& facts) {
  const MagickAccelerateOperation program = ProgramFor(operation);
  const KernelForm form = FormFor(facts);
  const auto with_alpha =
      program == MagickAccelerateBlur ? MagickAcceleratePlain : MagickAccelerateWeighted;
  return {{program, quantum_depth, MagickAccelerateOpaque, form},
          {program, quantum_depth, with_alpha, form},
          {program, quantum_depth, MagickAccelerateGrey, form}};
}

Rows ResampleSourceRows(const MagickAccelerateWork& work, Rows rows) {
  // Kernels that make four rows at a time read what all four need.
  const cl_uint begin = rows.begin / LS_QUAD * LS_QUAD;
  const cl_uint last =
      static_cast<cl_uint>(std::min<uint64_t>(
          (rows.end - 1) / LS_QUAD * uint64_t{LS_QUAD} + LS_QUAD, work.vertical.outputs)) -
      1;
  return {work.vertical.first[begin], work.vertical.first[last] + work.vertical.count[last]};
}

uint64_t ResampleScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                              cl_uint rows) {
  if (InOneLaunch(plan)) return 0;
  return BetweenSizeOf(work, BandRows(work, rows, plan.band_bytes)).bytes;
}

void EnqueueResample(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                     Rows rows) {
  switch (job.plan.weights) {
    case WeightOrder::kNone:
      return EnqueueBoxes(job, source, sink, rows);
    case WeightOrder::kQuads:
      return EnqueueQuads(job, source, sink, rows);
    default:
      return EnqueuePasses(job, source, sink, scratch, rows);
  }
}

std::string ResampleKernels(const MagickAccelerateWork& work, const KernelPlan& plan) {
  if (plan.weights == WeightOrder::kNone) return BoxKernel(plan.boxes.side);
  if (plan.weights == WeightOrder::kQuads) return QuadKernel(work, plan.tile);
  const bool vertical_first = VerticalFirst(work);
  return std::string(PassKernel(work, vertical_first, true)) + "," +
         PassKernel(work, !vertical_first, false);
}

unsigned ResampleVariants() {
  return static_cast<unsigned>(std::size(kVariants));
}

const char* ResampleVariantName(unsigned variant) {
  return variant >= 1 && variant <= std::size(kVariants) ? kVariants[variant - 1].name : nullptr;
}

}  // namespace lodestone::accel::opencl
