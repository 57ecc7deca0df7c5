#include "accel/opencl/operations/resample.hpp"

#include <algorithm>
#include <iterator>

#include "accel/opencl/plans/bands.hpp"
#include "accel/opencl/operations/passes.hpp"
#include "accel/opencl/operations/source_image.hpp"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::opencl {
namespace {

enum class Way { kBoxes, kEvenQuads, kQuads, kSlides, kPasses };

// What passes read through image objects.
enum class Through { kNothing, kDown, kAcross, kBoth };

// The ways to resample, numbered from 1. Work that does not suit one is done the next way.
struct Variant {
  const char* name;
  KernelForm form;
  Way way;
  Through through = Through::kNothing;
  size_t group_items = kPlainColumns;
};

constexpr size_t kRuntimes = PassPlan::kRuntimesChoice, kLargest = SIZE_MAX;

constexpr Variant kVariants[] = {
    {"strips", KernelForm::kStrips, Way::kQuads},
    {"tiles", KernelForm::kTiles, Way::kQuads},
    {"wide tiles", KernelForm::kWideTiles, Way::kQuads},
    {"boxes", KernelForm::kTiles, Way::kBoxes},
    {"even tiles", KernelForm::kTiles, Way::kEvenQuads},
    {"passes in place", KernelForm::kStrips, Way::kPasses},
    {"passes in place, runtime's groups", KernelForm::kStrips, Way::kPasses, Through::kNothing,
     kRuntimes},
    {"passes in place, groups of 16", KernelForm::kStrips, Way::kPasses, Through::kNothing, 16},
    {"passes in place, groups of 256", KernelForm::kStrips, Way::kPasses, Through::kNothing, 256},
    {"passes in place, largest groups", KernelForm::kStrips, Way::kPasses, Through::kNothing,
     kLargest},
    {"passes through local memory", KernelForm::kTiles, Way::kPasses},
    {"sliding passes", KernelForm::kSlides, Way::kSlides},
    {"sliding passes, runtime's groups", KernelForm::kSlides, Way::kSlides, Through::kNothing,
     kRuntimes},
    {"sliding passes, groups of 16", KernelForm::kSlides, Way::kSlides, Through::kNothing, 16},
    {"passes through images", KernelForm::kImages, Way::kPasses, Through::kBoth},
    {"passes through images, runtime's groups", KernelForm::kImages, Way::kPasses, Through::kBoth,
     kRuntimes},
    {"passes through images, largest groups", KernelForm::kImages, Way::kPasses, Through::kBoth,
     kLargest},
    {"vertical pass through an image", KernelForm::kImages, Way::kPasses, Through::kDown},
    {"horizontal pass through an image", KernelForm::kImages, Way::kPasses, Through::kAcross}};

// Those that there are for works of any kind, on processors too; those on processors; and all.
constexpr unsigned kPlainVariants = 11, kVariantsOfProcessors = 14;

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

std::string QuadKernel(const MagickAccelerateWork& work, const QuadTile& tile) {
  if (tile.even_taps) return KernelName(work, "Even" + std::to_string(tile.even_taps) + "Filter");
  if (VerticalFirst(work)) return KernelName(work, "Filter");
  const std::string columns = tile.most_columns ? std::to_string(tile.most_columns) : "";
  return KernelName(work, "Across" + columns + "Filter");
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

// Of the source and of what is between the passes.
bool SuitImages(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  return SuitsImages(work, facts) && work.destination.columns <= facts.image_columns &&
         work.destination.rows <= facts.image_rows;
}

void PlanPasses(const MagickAccelerateWork& work, const DeviceFacts& facts, const Variant& variant,
                KernelPlan* plan) {
  plan->passes.group_items = variant.group_items;
  if (variant.form == KernelForm::kImages && SuitImages(work, facts)) {
    plan->passes.down_through_image = variant.through != Through::kAcross;
    plan->passes.across_through_image = variant.through != Through::kDown;
    return;
  }
  if (variant.way == Way::kSlides) plan->passes.slide_taps = FindSlideTaps(work);
  if (plan->passes.slide_taps != 0) return;
  const bool tiles = variant.form == KernelForm::kTiles || variant.form == KernelForm::kWideTiles;
  const bool local = tiles && facts.local_bytes >= sizeof(cl_float4);
  plan->key.form = local ? KernelForm::kTiles : KernelForm::kStrips;
  plan->weights = local ? WeightOrder::kByTap : WeightOrder::kByOutput;
}

}  // namespace

KernelPlan PlanResample(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const Variant variant = VariantFor(work, facts);
  KernelPlan plan;
  plan.key = {ProgramFor(work.operation), work.quantum_depth, work.channels, variant.form};
  if (variant.way == Way::kBoxes && PlanBoxes(work, &plan)) return plan;
  if (variant.way <= Way::kQuads && PlanQuads(work, facts, &plan)) {
    if (variant.way == Way::kBoxes || variant.way == Way::kEvenQuads)
      plan.tile.even_taps = FindEvenTaps(work);
    return plan;
  }
  PlanPasses(work, facts, variant, &plan);
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
  return PassKernels(work, plan);
}

unsigned ResampleVariants() {
  return static_cast<unsigned>(std::size(kVariants));
}

unsigned UsefulResampleVariants(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  // Processors read images by way of long subroutines.
  if (!facts.is_cpu()) return ResampleVariants();
  return FindSlideTaps(work) != 0 ? kVariantsOfProcessors : kPlainVariants;
}

const char* ResampleVariantName(unsigned variant) {
  return variant >= 1 && variant <= std::size(kVariants) ? kVariants[variant - 1].name : nullptr;
}

}  // namespace lodestone::accel::opencl
