#include "accel/opencl/operations/operation_kernels.hpp"

#include <algorithm>

#include "accel/opencl/operations/families.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::opencl {
namespace {

struct FamilyRow {
  Family family;
  const char* kernels;  // prefix of its kernels' names
  const char* source;   // OpenCL C, includes expanded
  const FamilyFunctions* functions;
};

// Everything that this module implements for each family, in the order of the families.
// clang-format off
constexpr FamilyRow kFamilies[] = {
    {Family::kScale, "Scale",
#include "kernels/resample/opencl/scale.cl.inc"
     , &kResampleFamily},
    {Family::kResize, "Resize",
#include "kernels/resample/opencl/resize.cl.inc"
     , &kResampleFamily},
    {Family::kBlur, "Blur",
#include "kernels/resample/opencl/blur.cl.inc"
     , &kResampleFamily},
    {Family::kMinify, "Minify",
#include "kernels/resample/opencl/minify.cl.inc"
     , &kMinifyFamily},
    {Family::kMagnify, "Magnify",
#include "kernels/resample/opencl/magnify.cl.inc"
     , &kMagnifyFamily},
    {Family::kConvolve, "Convolve",
#include "kernels/window/convolve/convolve.cl.inc"
     , &kConvolveFamily},
    {Family::kMedian, "Median",
#include "kernels/window/median/median.cl.inc"
     , &kMedianFamily},
    {Family::kDespeckle, "Despeckle",
#include "kernels/window/despeckle/despeckle.cl.inc"
     , &kDespeckleFamily},
    {Family::kPoint, "Point",
#include "kernels/point/point.cl.inc"
     , &kPointFamily},
    {Family::kColor, "Color",
#include "kernels/color/color.cl.inc"
     , &kColorFamily},
    {Family::kRearrange, "Rearrange",
#include "kernels/rearrange/rearrange.cl.inc"
     , &kRearrangeFamily},
    {Family::kTranspose, "Transpose",
#include "kernels/rearrange/transpose.cl.inc"
     , &kTransposeFamily},
    {Family::kComposite, "Composite",
#include "kernels/composite/composite.cl.inc"
     , &kCompositeFamily},
    {Family::kWindows, "Windows",
#include "kernels/window/functions/windows.cl.inc"
     , &kWindowsFamily},
    {Family::kWarp, "Warp",
#include "kernels/warp/warp.cl.inc"
     , &kWarpFamily},
    {Family::kNoise, "Noise",
#include "kernels/noise/noise.cl.inc"
     , &kNoiseFamily},
    {Family::kHistogram, "Histogram",
#include "kernels/count/histogram.cl.inc"
     , &kHistogramFamily},
    {Family::kBounds, "Bounds",
#include "kernels/count/bounds.cl.inc"
     , &kBoundsFamily},
    {Family::kShear, "Shear",
#include "kernels/shear/shear.cl.inc"
     , &kShearFamily},
    {Family::kWavelet, "Wavelet",
#include "kernels/wavelet/wavelet.cl.inc"
     , &kWaveletFamily},
    {Family::kCube, "Cube",
#include "kernels/cube/cube.cl.inc"
     , &kCubeFamily},
    {Family::kSeries, "Series",
#include "kernels/series/series.cl.inc"
     , &kSeriesFamily},
};
// clang-format on

static_assert(CoversFamilies(kFamilies), "a family has no kernels");

const FamilyRow& RowOf(MagickAccelerateOperation operation) {
  if (const OperationTraits* row = FindOperation(operation))
    return kFamilies[static_cast<size_t>(row->family)];
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                "operation " + std::to_string(operation) + " is not implemented here");
}

const FamilyFunctions& FunctionsOf(MagickAccelerateOperation operation) {
  return *RowOf(operation).functions;
}

// Part of the programs of operations that may have a finish, which combines results with the
// source's samples.
constexpr char kFinishKernel[] = "FinishFilter";

// For destination rows that are otherwise complete.
void EnqueueFinish(const Job& job, const Plane& source, const Plane& destination, Rows rows) {
  const MagickAccelerateFinish& finish = job.work.finish;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, kFinishKernel);
  Launch launch(job.session, kernel,
                GeometryOf(job.work.destination.columns, rows, TileWithoutLocal(kernel.limits)));
  launch.SetPlanes(source, destination);
  launch.Set(cl_uint{finish.keep});
  launch.Set(cl_uint{finish.sharpen});
  launch.Set(cl_float{finish.amount});
  launch.Set(cl_float{finish.threshold});
  launch.Enqueue();
}

}  // namespace

uint64_t BandBytesOf(const DeviceFacts& facts) {
  constexpr uint64_t kLeast = 16 << 20, kMost = 256 << 20;
  return facts.is_cpu() ? kLeast : std::clamp(facts.usable_bytes / 16, kLeast, kMost);
}

const char* SourceOf(Family family) {
  return kFamilies[static_cast<size_t>(family)].source;
}

KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       std::optional<uint64_t> band_bytes) {
  const FamilyRow& row = RowOf(work.operation);
  KernelPlan plan = row.functions->plan(work, facts);
  plan.kernels = row.kernels;
  plan.band_bytes = band_bytes.value_or(BandBytesOf(facts));
  return plan;
}

std::vector<ProgramKey> ProgramsOf(const OperationTraits& operation, unsigned quantum_depth,
                                   const DeviceFacts& facts) {
  return FunctionsOf(operation.operation).programs(operation, quantum_depth, facts);
}

std::optional<MagickAccelerateWork> ExampleFor(const ProgramKey& key,
                                               const MagickAccelerateWork& work,
                                               const DeviceFacts& facts) {
  MagickAccelerateWork example = work;
  const unsigned variants = VariantCount(work, facts);
  for (example.variant = 0; example.variant <= variants; ++example.variant)
    if (PlanKernels(example, facts).key == key) return example;
  return std::nullopt;
}

Rows SourceRowsOf(const MagickAccelerateWork& work, Rows rows) {
  Rows needed = FunctionsOf(work.operation).source_rows(work, rows);
  if (HasFinish(work)) {
    needed = {std::min(needed.begin, rows.begin), std::max(needed.end, rows.end)};
  }
  return needed;
}

cl_uint RowUnitOf(const MagickAccelerateWork& work) {
  return FunctionsOf(work.operation).row_unit;
}

uint64_t ScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows) {
  return FunctionsOf(work.operation).scratch_bytes(work, plan, rows);
}

void EnqueueRows(const Job& job, const Plane& source, const Plane& destination, cl_mem scratch,
                 Rows rows) {
  FunctionsOf(job.work.operation).enqueue(job, source, destination, scratch, rows);
  if (HasFinish(job.work)) EnqueueFinish(job, source, destination, rows);
}

std::string KernelNames(const MagickAccelerateWork& work, const KernelPlan& plan) {
  std::string names = FunctionsOf(work.operation).kernels(work, plan);
  if (HasFinish(work)) names += std::string(",") + kFinishKernel;
  return names;
}

double StepsOf(const MagickAccelerateWork& work) {
  if (const auto steps = FunctionsOf(work.operation).steps) return steps(work);
  return GetOperation(work.operation).steps * work.destination.columns * work.destination.rows;
}

unsigned VariantCount(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  return FunctionsOf(work.operation).variants(work, facts);
}

const char* VariantName(const MagickAccelerateWork& work, const DeviceFacts&, unsigned variant) {
  return FunctionsOf(work.operation).variant_name(variant);
}

}  // namespace lodestone::accel::opencl
