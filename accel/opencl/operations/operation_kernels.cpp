#include "accel/opencl/operations/operation_kernels.hpp"

#include <algorithm>

#include "accel/opencl/operations/border.hpp"
#include "accel/opencl/operations/convolve.hpp"
#include "accel/opencl/operations/despeckle.hpp"
#include "accel/opencl/operations/finish.hpp"
#include "accel/opencl/operations/median.hpp"
#include "accel/opencl/operations/pixelwise.hpp"
#include "accel/opencl/operations/resample.hpp"
#include "accel/opencl/plans/window_tiling.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::opencl {
namespace {

// The functions of a family; see operation_kernels.hpp for each.
struct Functions {
  Required<KernelPlan(const MagickAccelerateWork& work, const DeviceFacts& facts)> plan;
  Required<std::vector<ProgramKey>(const OperationTraits& operation, unsigned quantum_depth,
                                   const DeviceFacts& facts)>
      programs;
  Required<Rows(const MagickAccelerateWork& work, Rows rows)> source_rows;
  Required<uint64_t(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows)>
      scratch_bytes;
  Required<void(const Job& job, const Plane& source, const Plane& destination, cl_mem scratch,
                Rows rows)>
      enqueue;
  Required<std::string(const MagickAccelerateWork& work, const KernelPlan& plan)> kernels;
  Required<double(const MagickAccelerateWork& work)> steps;
  Required<unsigned(const MagickAccelerateWork& work, const DeviceFacts& facts)> variants;
  Required<const char*(unsigned variant)> variant_name;
  bool fixed_steps = false;  // `steps` takes them from the operation's row
};

uint64_t NoScratch(const MagickAccelerateWork&, const KernelPlan&, cl_uint) {
  return 0;
}

std::string WindowKernel(const MagickAccelerateWork&, const KernelPlan& plan) {
  return plan.window.kernel;
}

// The same number for every pixel.
double FixedSteps(const MagickAccelerateWork& work) {
  return GetOperation(work.operation).steps * work.destination.columns * work.destination.rows;
}

constexpr Functions kResample = {PlanResample,         ResamplePrograms, ResampleSourceRows,
                                 ResampleScratchBytes, EnqueueResample,  ResampleKernels,
                                 ResampleSteps,        ResampleVariants, ResampleVariantName};

// For kernels without variants.
constexpr Functions Pixelwise(decltype(Functions::source_rows) source_rows,
                              decltype(Functions::enqueue) enqueue) {
  return {
      PlanPixelwise, PixelwisePrograms, source_rows,          NoScratch, enqueue, PixelwiseKernel,
      FixedSteps,    PixelwiseVariants, PixelwiseVariantName, true};
}

constexpr Functions kConvolve = {PlanConvolve,  WindowPrograms,   BorderSourceRows,
                                 NoScratch,     EnqueueConvolve,  WindowKernel,
                                 ConvolveSteps, ConvolveVariants, ConvolveVariantName};

constexpr Functions kMedian = {PlanMedian,  WindowPrograms, BorderSourceRows,
                               NoScratch,   EnqueueMedian,  WindowKernel,
                               MedianSteps, MedianVariants, MedianVariantName};

constexpr Functions kDespeckle = {PlanDespeckle,        DespecklePrograms,
                                  DespeckleSourceRows,  DespeckleScratchBytes,
                                  EnqueueDespeckle,     DespeckleKernels,
                                  FixedSteps,           DespeckleVariants,
                                  DespeckleVariantName, true};

struct FamilyRow {
  Family family;
  const char* kernels;  // prefix of its kernels' names
  const char* source;   // OpenCL C, includes expanded
  Functions functions;
};

// Everything that this module implements for each family, in the order of the families.
// clang-format off
constexpr FamilyRow kFamilies[] = {
    {Family::kScale, "Scale",
#include "kernels/resample/opencl/scale.cl.inc"
     , kResample},
    {Family::kResize, "Resize",
#include "kernels/resample/opencl/resize.cl.inc"
     , kResample},
    {Family::kBlur, "Blur",
#include "kernels/resample/opencl/blur.cl.inc"
     , kResample},
    {Family::kSample, "Sample",
#include "kernels/resample/opencl/sample.cl.inc"
     , Pixelwise(SampleSourceRows, EnqueueSample)},
    {Family::kMinify, "Minify",
#include "kernels/resample/opencl/minify.cl.inc"
     , Pixelwise(MinifySourceRows, EnqueueFixedFactor)},
    {Family::kMagnify, "Magnify",
#include "kernels/resample/opencl/magnify.cl.inc"
     , Pixelwise(MagnifySourceRows, EnqueueFixedFactor)},
    {Family::kConvolve, "Convolve",
#include "kernels/window/convolve/convolve.cl.inc"
     , kConvolve},
    {Family::kMedian, "Median",
#include "kernels/window/median/median.cl.inc"
     , kMedian},
    {Family::kDespeckle, "Despeckle",
#include "kernels/window/despeckle/despeckle.cl.inc"
     , kDespeckle},
    {Family::kExtend, "Extend",
#include "kernels/window/extend/extend.cl.inc"
     , Pixelwise(BorderSourceRows, EnqueueExtend)},
    {Family::kPoint, "Point",
#include "kernels/point/point.cl.inc"
     , Pixelwise(SameRows, EnqueuePoint)},
};
// clang-format on

static_assert(CoversFamilies(kFamilies), "a family has no kernels");

// The cost that no table determines is in the operation's row.
constexpr bool StepsAreKnown() {
  for (const OperationTraits& row : Operations()) {
    const bool fixed = kFamilies[static_cast<size_t>(row.family)].functions.fixed_steps;
    if (fixed != (row.steps > 0)) return false;
  }
  return true;
}
static_assert(StepsAreKnown(), "an operation's row does not say how many steps a pixel takes");

const FamilyRow& RowOf(MagickAccelerateOperation operation) {
  if (const OperationTraits* row = FindOperation(operation))
    return kFamilies[static_cast<size_t>(row->family)];
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                "operation " + std::to_string(operation) + " is not implemented here");
}

const Functions& FunctionsOf(MagickAccelerateOperation operation) {
  return RowOf(operation).functions;
}

}  // namespace

const char* SourceOf(Family family) {
  return kFamilies[static_cast<size_t>(family)].source;
}

KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       uint64_t band_bytes) {
  const FamilyRow& row = RowOf(work.operation);
  KernelPlan plan = row.functions.plan(work, facts);
  plan.kernels = row.kernels;
  plan.band_bytes = band_bytes;
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
  return FunctionsOf(work.operation).steps(work);
}

unsigned VariantCount(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  return FunctionsOf(work.operation).variants(work, facts);
}

const char* VariantName(const MagickAccelerateWork& work, const DeviceFacts&, unsigned variant) {
  return FunctionsOf(work.operation).variant_name(variant);
}

}  // namespace lodestone::accel::opencl
