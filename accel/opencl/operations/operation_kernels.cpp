#include "accel/opencl/operations/operation_kernels.hpp"

#include <algorithm>
#include <set>

#include "accel/opencl/operations/families.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::opencl {
namespace {

struct FamilyRow {
  Family family;
  const char* kernels;  // prefix of its kernels' names
  const char* source;   // OpenCL C, includes expanded
  const FamilyFunctions* functions;
  unsigned build_ms;  // of one of its programs, by NVIDIA's compiler, roughly
};

// Everything that this module implements for each family, in the order of the families.
// clang-format off
constexpr FamilyRow kFamilies[] = {
    {Family::kScale, "Scale",
#include "kernels/resample/opencl/scale.cl.inc"
     , &kResampleFamily, 200},
    {Family::kResize, "Resize",
#include "kernels/resample/opencl/resize.cl.inc"
     , &kResampleFamily, 200},
    {Family::kBlur, "Blur",
#include "kernels/resample/opencl/blur.cl.inc"
     , &kResampleFamily, 230},
    {Family::kMinify, "Minify",
#include "kernels/resample/opencl/minify.cl.inc"
     , &kMinifyFamily, 60},
    {Family::kMagnify, "Magnify",
#include "kernels/resample/opencl/magnify.cl.inc"
     , &kMagnifyFamily, 50},
    {Family::kConvolve, "Convolve",
#include "kernels/window/convolve/convolve.cl.inc"
     , &kConvolveFamily, 220},
    {Family::kMedian, "Median",
#include "kernels/window/median/median.cl.inc"
     , &kMedianFamily, 300},
    {Family::kDespeckle, "Despeckle",
#include "kernels/window/despeckle/despeckle.cl.inc"
     , &kDespeckleFamily, 480},
    {Family::kPoint, "Point",
#include "kernels/point/point.cl.inc"
     , &kPointFamily, 110},
    {Family::kColor, "Color",
#include "kernels/color/color.cl.inc"
     , &kColorFamily, 250},
    {Family::kRearrange, "Rearrange",
#include "kernels/rearrange/rearrange.cl.inc"
     , &kRearrangeFamily, 60},
    {Family::kTranspose, "Transpose",
#include "kernels/rearrange/transpose.cl.inc"
     , &kTransposeFamily, 100},
    {Family::kComposite, "Composite",
#include "kernels/composite/composite.cl.inc"
     , &kCompositeFamily, 340},
    {Family::kWindows, "Windows",
#include "kernels/window/functions/windows.cl.inc"
     , &kWindowsFamily, 480},
    {Family::kWarp, "Warp",
#include "kernels/warp/warp.cl.inc"
     , &kWarpFamily, 290},
    {Family::kNoise, "Noise",
#include "kernels/noise/noise.cl.inc"
     , &kNoiseFamily, 200},
    {Family::kHistogram, "Histogram",
#include "kernels/count/histogram.cl.inc"
     , &kHistogramFamily, 70},
    {Family::kBounds, "Bounds",
#include "kernels/count/bounds.cl.inc"
     , &kBoundsFamily, 60},
    {Family::kShear, "Shear",
#include "kernels/shear/shear.cl.inc"
     , &kShearFamily, 100},
    {Family::kWavelet, "Wavelet",
#include "kernels/wavelet/wavelet.cl.inc"
     , &kWaveletFamily, 170},
    {Family::kCube, "Cube",
#include "kernels/cube/cube.cl.inc"
     , &kCubeFamily, 60},
    {Family::kSeries, "Series",
#include "kernels/series/series.cl.inc"
     , &kSeriesFamily, 250},
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
  launch.Set(finish);
  launch.Enqueue();
}

// Roughly.
unsigned BuildMs(const ProgramKey& key) {
  constexpr unsigned kMsOfTap = 5;
  const unsigned ms = kFamilies[static_cast<size_t>(key.family)].build_ms;
  const bool has_axes = ExampleOf(key.family).passes != Passes::kNone;
  if (!has_axes) return ms + kMsOfTap * key.side * key.side;  // all unrolled
  return key.linear_light ? 2 * ms : ms;
}

}  // namespace

uint64_t BandBytesOf(const DeviceFacts& facts) {
  constexpr uint64_t kLeast = 16 << 20, kMost = 512 << 20;
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

std::vector<ProgramKey> AllPrograms(unsigned quantum_depth, const DeviceFacts& facts) {
  std::set<ProgramKey> all;
  for (const OperationTraits& operation : Operations()) {
    for (ProgramKey key : ProgramsOf(operation, quantum_depth, facts)) {
      all.insert(key);
      key.linear_light = key.side == 0 && MayBeLinear(operation.operation);
      all.insert(key);
    }
  }
  std::vector<ProgramKey> keys(all.begin(), all.end());
  std::stable_sort(keys.begin(), keys.end(), [](const ProgramKey& a, const ProgramKey& b) {
    return BuildMs(a) > BuildMs(b);
  });
  return keys;
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
