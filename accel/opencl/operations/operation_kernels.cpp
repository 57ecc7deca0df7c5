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

// Operations that are done in the same way.
struct Family {
  KernelPlan (*plan)(const MagickAccelerateWork& work, const DeviceFacts& facts);
  std::vector<ProgramKey> (*programs)(MagickAccelerateOperation operation, unsigned quantum_depth,
                                      const DeviceFacts& facts);
  Rows (*source_rows)(const MagickAccelerateWork& work, Rows rows);
  uint64_t (*scratch_bytes)(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows);
  void (*enqueue)(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                  Rows rows);
  std::string (*kernels)(const MagickAccelerateWork& work, const KernelPlan& plan);
  unsigned (*variants)();
  const char* (*variant_name)(unsigned variant);
};

uint64_t NoScratch(const MagickAccelerateWork&, const KernelPlan&, cl_uint) {
  return 0;
}

std::string WindowKernel(const MagickAccelerateWork&, const KernelPlan& plan) {
  return plan.window.kernel;
}

constexpr Family kResample = {PlanResample,         ResamplePrograms,   ResampleSourceRows,
                              ResampleScratchBytes, EnqueueResample,    ResampleKernels,
                              ResampleVariants,     ResampleVariantName};

constexpr Family kPixelwise = {PlanPixelwise,     PixelwisePrograms,   PixelwiseSourceRows,
                               NoScratch,         EnqueuePixelwise,    PixelwiseKernels,
                               PixelwiseVariants, PixelwiseVariantName};

constexpr Family kConvolve = {PlanConvolve,     WindowPrograms,     BorderSourceRows,
                              NoScratch,        EnqueueConvolve,    WindowKernel,
                              ConvolveVariants, ConvolveVariantName};

constexpr Family kMedian = {PlanMedian,    WindowPrograms, BorderSourceRows, NoScratch,
                            EnqueueMedian, WindowKernel,   MedianVariants,   MedianVariantName};

constexpr Family kDespeckle = {PlanDespeckle,         DespecklePrograms,   DespeckleSourceRows,
                               DespeckleScratchBytes, EnqueueDespeckle,    DespeckleKernels,
                               DespeckleVariants,     DespeckleVariantName};

const Family& FamilyOf(MagickAccelerateOperation operation) {
  if (IsSeparable(operation)) return kResample;
  if (HasTaps(operation)) return kConvolve;
  if (operation == MagickAccelerateMedian) return kMedian;
  if (operation == MagickAccelerateDespeckle) return kDespeckle;
  return kPixelwise;
}

}  // namespace

KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       uint64_t band_bytes) {
  KernelPlan plan = FamilyOf(work.operation).plan(work, facts);
  plan.band_bytes = band_bytes;
  return plan;
}

std::vector<ProgramKey> ProgramsOf(MagickAccelerateOperation operation, unsigned quantum_depth,
                                   const DeviceFacts& facts) {
  return FamilyOf(operation).programs(operation, quantum_depth, facts);
}

std::vector<MagickAccelerateWork> ExamplesFor(const ProgramKey& key,
                                              const MagickAccelerateWork& work,
                                              const DeviceFacts& facts) {
  std::vector<MagickAccelerateWork> examples;
  for (const bool vertical_first : {true, false}) {
    MagickAccelerateWork example = work;
    example.vertical_first = vertical_first;
    for (example.variant = 0; example.variant <= VariantCount(work, facts); ++example.variant) {
      if (PlanKernels(example, facts).key != key) continue;
      examples.push_back(example);
      break;
    }
    if (work.operation != MagickAccelerateResize) break;
  }
  return examples;
}

Rows SourceRowsOf(const MagickAccelerateWork& work, Rows rows) {
  Rows needed = FamilyOf(work.operation).source_rows(work, rows);
  if (HasFinish(work)) {
    needed = {std::min(needed.begin, rows.begin), std::max(needed.end, rows.end)};
  }
  return needed;
}

uint64_t ScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows) {
  return FamilyOf(work.operation).scratch_bytes(work, plan, rows);
}

void EnqueueRows(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                 Rows rows) {
  FamilyOf(job.work.operation).enqueue(job, source, sink, scratch, rows);
  if (HasFinish(job.work)) EnqueueFinish(job, source, sink, rows);
}

std::string KernelNames(const MagickAccelerateWork& work, const KernelPlan& plan) {
  std::string names = FamilyOf(work.operation).kernels(work, plan);
  if (HasFinish(work)) names += std::string(",") + kFinishKernel;
  return names;
}

unsigned VariantCount(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (IsSeparable(work.operation)) return UsefulResampleVariants(work, facts);
  return FamilyOf(work.operation).variants();
}

const char* VariantName(const MagickAccelerateWork& work, const DeviceFacts&, unsigned variant) {
  return FamilyOf(work.operation).variant_name(variant);
}

}  // namespace lodestone::accel::opencl
