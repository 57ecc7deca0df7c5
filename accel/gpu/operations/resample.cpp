#include "accel/gpu/operations/families.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "accel/gpu/plans/bands.hpp"
#include "accel/gpu/operations/passes.hpp"
#include "accel/gpu/operations/source_image.hpp"
#include "accel/specialized_size.hpp"
#include "kernels/common/light_pieces.h"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
namespace {

enum class Strategy { kBoxes, kUniformQuads, kQuads, kPasses };

// Which passes read through image objects.
enum class Through { kNothing, kDown, kAcross, kBoth };

// The variants of resampling. Work that does not suit one runs the next one.
struct Variant {
  const char* name;
  KernelForm form;
  Strategy strategy;
  Through through = Through::kNothing;
  size_t group_items = kPlainColumns;
};

constexpr size_t kDriverDefault = PassPlan::kDriverDefault, kMaxLocal = SIZE_MAX;

constexpr Variant kVariants[] = {
    {"strips", KernelForm::kStrips, Strategy::kQuads},
    {"tiles", KernelForm::kTiles, Strategy::kQuads},
    {"wide tiles", KernelForm::kWideTiles, Strategy::kQuads},
    {"boxes", KernelForm::kTiles, Strategy::kBoxes},
    {"even tiles", KernelForm::kTiles, Strategy::kUniformQuads},
    {"passes in place", KernelForm::kStrips, Strategy::kPasses},
    {"passes in place, driver's groups", KernelForm::kStrips, Strategy::kPasses, Through::kNothing,
     kDriverDefault},
    {"passes in place, largest groups", KernelForm::kStrips, Strategy::kPasses, Through::kNothing,
     kMaxLocal},
    {"passes through local memory", KernelForm::kTiles, Strategy::kPasses},
    {"passes through images", KernelForm::kImages, Strategy::kPasses, Through::kBoth},
    {"vertical pass through an image", KernelForm::kImages, Strategy::kPasses, Through::kDown},
    {"horizontal pass through an image", KernelForm::kImages, Strategy::kPasses, Through::kAcross}};

// Those without image objects, which CPU drivers read through long subroutines.
constexpr unsigned kCpuVariants = 9;

// This device's default if no variant is requested.
KernelForm FormFor(const DeviceFacts& facts) {
  return facts.is_cpu() || facts.group_items < LS_TILE_GROUP ? KernelForm::kStrips
                                                             : KernelForm::kTiles;
}

Variant VariantFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (const Variant* wanted = WantedIn<kVariants>(work)) return *wanted;
  if (facts.slow_compiler) return {"", KernelForm::kStrips, Strategy::kPasses};
  const KernelForm form = FormFor(facts);
  return {"", form, form == KernelForm::kTiles ? Strategy::kBoxes : Strategy::kQuads};
}

std::string QuadKernel(const KernelPlan& plan) {
  const QuadTile& tile = plan.tile;
  if (tile.uniform_taps)
    return KernelName(plan, "Even" + std::to_string(tile.uniform_taps) + "Filter");
  if (plan.key.long_tables)
    return KernelName(plan, plan.key.vertical_first ? "LongFilter" : "LongAcrossFilter");
  if (plan.key.vertical_first) return KernelName(plan, "Filter");
  const std::string columns = tile.most_columns ? std::to_string(tile.most_columns) : "";
  return KernelName(plan, "Across" + columns + "Filter");
}

// See tile_down.clh and tile_down_grey.clh.
bool IsWide(const MagickAccelerateWork& work, const Plane& source, const Plane& destination) {
  if (destination.stride_px % LS_QUAD != 0) return false;
  return work.channels != MagickAccelerateGrey ||
         (source.stride_px % LS_QUAD == 0 && work.source.columns % LS_QUAD == 0);
}

void EnqueueQuads(const Job& job, const Plane& source, const Plane& destination, Rows rows) {
  const QuadTile& tile = job.plan.tile;
  const uint32_t columns = job.work.destination.columns;
  const bool vertical_first = job.plan.key.vertical_first;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, QuadKernel(job.plan));
  const size_t tile_columns = size_t{tile.quads} * LS_QUAD;
  Launch launch(job.session, kernel,
                {columns,
                 rows,
                 {tile.group_items, 1},
                 (columns - 1) / tile_columns + 1,
                 tile.row_quads * LS_QUAD});
  launch.SetPlanes(source, destination);
  launch.Set(job.tables.columns());
  launch.Set(job.tables.rows());
  launch.Set(job.tables.weights());
  if (job.plan.key.form == KernelForm::kStrips) {
    launch.Set(uint32_t{job.work.source.columns});
    launch.Set(uint32_t{tile.quads});
    if (!vertical_first) launch.Set(uint32_t{tile.row_quads});
  } else if (vertical_first) {
    launch.Set(uint32_t{tile.quads});
    launch.Set(uint32_t{IsWide(job.work, source, destination)});
  } else if (tile.most_columns == 0) {
    launch.Set(uint32_t{tile.capacity});
  }
  for (const uint64_t bytes : tile.local_bytes) {
    if (bytes > 0) launch.SetLocal(bytes);
  }
  if (tile.uniform_taps) {
    launch.Set(job.tables.middle_column());
    launch.Set(job.tables.middle_row());
  }
  launch.Enqueue();
}

void EnqueueBoxes(const Job& job, const Plane& source, const Plane& destination, Rows rows) {
  const Boxes& boxes = job.plan.boxes;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, BoxKernel(boxes.side));
  const uint32_t columns = job.work.destination.columns;
  Geometry geometry =
      GeometryOf((columns - 1) / BoxPixels(boxes.side) + 1, rows, TileWithoutLocal(kernel.limits));
  geometry.columns = columns;
  Launch launch(job.session, kernel, geometry);
  launch.SetPlanes(source, destination);
  launch.Set(float{boxes.across});
  launch.Set(float{boxes.down});
  launch.Set(uint32_t{source.stride_px % LS_QUAD == 0});
  launch.Enqueue();
}

// Outputs may share weights.
double TapsOf(const MagickAccelerateAxis& axis) {
  return std::accumulate(axis.count, axis.count + axis.outputs, 0.0);
}

bool PlanBoxes(const MagickAccelerateWork& work, KernelPlan* plan) {
  const uint32_t side = SpecializedSizeOf(work);
  if (plan->key.family != Family::kScale || side == 0) return false;
  const auto weight = [](const MagickAccelerateAxis& axis) { return axis.weights[axis.offset[0]]; };
  plan->key.side = side;
  plan->boxes = {side, weight(work.horizontal), weight(work.vertical)};
  plan->weights = WeightOrder::kNone;
  return true;
}

// Groups have the curve of linear light in local memory, too; see linear.clh.
uint64_t LocalBytesFor(const MagickAccelerateWork& work, KernelForm form,
                       const DeviceFacts& facts) {
  constexpr uint64_t kCurves = (LS_DECODE_COUNT + LS_ENCODE_COUNT) * 4 * sizeof(float);
  const bool tiles = form == KernelForm::kTiles || form == KernelForm::kWideTiles;
  if (work.linear_light == 0 || !tiles) return facts.local_bytes;
  return facts.local_bytes - std::min(facts.local_bytes, kCurves);
}

bool PlanQuads(const MagickAccelerateWork& work, const DeviceFacts& facts, KernelPlan* plan) {
  const auto tile = FitQuads(work, plan->key.vertical_first, plan->key.form,
                             LocalBytesFor(work, plan->key.form, facts));
  if (!tile) return false;
  plan->key.long_tables = HasLongTables(work);
  plan->tile = *tile;
  plan->key.side = tile->most_columns;
  plan->weights = WeightOrder::kQuads;
  return true;
}

// Whether the source and the intermediate image fit into image objects.
bool SuitImages(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  return SuitsImages(work, facts) && work.destination.columns <= facts.image_columns &&
         work.destination.rows <= facts.image_rows;
}

void PlanPasses(const MagickAccelerateWork& work, const DeviceFacts& facts, const Variant& variant,
                KernelPlan* plan) {
  plan->in_passes = plan->key.long_tables = true;
  plan->passes.group_items = variant.group_items;
  if (variant.form == KernelForm::kImages && SuitImages(work, facts)) {
    plan->passes.down_through_image = variant.through != Through::kAcross;
    plan->passes.across_through_image = variant.through != Through::kDown;
    return;
  }
  const bool tiles = variant.form == KernelForm::kTiles || variant.form == KernelForm::kWideTiles;
  const bool local = tiles && LocalBytesFor(work, variant.form, facts) >= 4 * sizeof(float);
  plan->passes.through_local = local;
  plan->key.form = local ? KernelForm::kTiles : KernelForm::kStrips;
  plan->weights = local ? WeightOrder::kQuads : WeightOrder::kByOutput;
}

KernelPlan PlanResample(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const Variant variant = VariantFor(work, facts);
  KernelPlan plan;
  plan.key = {GetOperation(work.operation).family,
              work.quantum_depth,
              work.channels,
              variant.form,
              work.vertical_first != 0,
              work.clamps_intermediate != 0,
              work.linear_light != 0};
  if (variant.strategy == Strategy::kBoxes && PlanBoxes(work, &plan)) return plan;
  if (variant.strategy <= Strategy::kQuads && PlanQuads(work, facts, &plan)) {
    if (variant.strategy <= Strategy::kUniformQuads && plan.key.family == Family::kBlur)
      plan.key.side = plan.tile.uniform_taps = SpecializedSizeOf(work);
    return plan;
  }
  PlanPasses(work, facts, variant, &plan);
  return plan;
}

std::vector<ProgramKey> ResamplePrograms(const OperationTraits& operation, unsigned quantum_depth,
                                         const DeviceFacts& facts) {
  std::vector<ProgramKey> keys;
  for (const MagickAccelerateChannels channels : ChannelsTaken(operation))
    for (const bool vertical_first : OrdersOf(operation.passes)) {
      ProgramKey key{operation.family, quantum_depth,  channels,
                     FormFor(facts),   vertical_first, operation.clamps_intermediate};
      keys.push_back(key);
      if (key.form == KernelForm::kTiles)
        for (const uint32_t side : SpecializedSizesOf(operation, channels, vertical_first)) {
          key.side = side;
          keys.push_back(key);
        }
      key.side = 0;
      key.long_tables = true;
      keys.push_back(key);
    }
  return keys;
}

Rows ResampleSourceRows(const MagickAccelerateWork& work, Rows rows) {
  // Kernels that compute four rows at a time read what all four need.
  const uint32_t begin = rows.begin / LS_QUAD * LS_QUAD;
  const uint32_t last =
      static_cast<uint32_t>(std::min<uint64_t>(
          (rows.end - 1) / LS_QUAD * uint64_t{LS_QUAD} + LS_QUAD, work.vertical.outputs)) -
      1;
  return {work.vertical.first[begin], work.vertical.first[last] + work.vertical.count[last]};
}

uint64_t ResampleScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                              uint32_t rows) {
  if (!plan.in_passes) return 0;
  return IntermediateSizeOf(work, PassBandRows(work, rows, plan.band_bytes)).bytes;
}

void EnqueueResample(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                     Rows rows) {
  if (job.plan.in_passes) return EnqueuePasses(job, source, destination, scratch, rows);
  if (job.plan.weights == WeightOrder::kNone) return EnqueueBoxes(job, source, destination, rows);
  EnqueueQuads(job, source, destination, rows);
}

std::string ResampleKernels(const MagickAccelerateWork& work, const KernelPlan& plan) {
  if (plan.in_passes) return PassKernels(work, plan);
  return plan.weights == WeightOrder::kNone ? BoxKernel(plan.boxes.side) : QuadKernel(plan);
}

double ResampleSteps(const MagickAccelerateWork& work) {
  const double across = TapsOf(work.horizontal), down = TapsOf(work.vertical);
  if (work.vertical_first != 0) return down * work.source.columns + across * work.destination.rows;
  return across * work.source.rows + down * work.destination.columns;
}

VariantNames ResampleVariants(const DeviceFacts& facts) {
  const VariantNames all = kNamesOf<kVariants>;
  return facts.is_cpu() ? all.first(kCpuVariants) : all;
}

constexpr FamilyFunctions kResampleFamily = {
    PlanResample,    ResamplePrograms, ResampleSourceRows, ResampleScratchBytes,
    EnqueueResample, ResampleKernels,  ResampleVariants,   ResampleSteps};

}  // namespace

// clang-format off
const DeviceFamily kScaleOnDevice = {
#include "kernels/resample/opencl/scale.cl.inc"
    , &kResampleFamily, 200};
const DeviceFamily kResizeOnDevice = {
#include "kernels/resample/opencl/resize.cl.inc"
    , &kResampleFamily, 200};
const DeviceFamily kBlurOnDevice = {
#include "kernels/resample/opencl/blur.cl.inc"
    , &kResampleFamily, 230};
// clang-format on

}  // namespace lodestone::accel::gpu
