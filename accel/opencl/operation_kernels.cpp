#include "accel/opencl/operation_kernels.hpp"

#include <algorithm>

#include "accel/opencl/finish.hpp"
#include "accel/opencl/pixelwise.hpp"
#include "accel/opencl/resample.hpp"
#include "accel/operation_table.hpp"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::opencl {

KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       uint64_t band_bytes) {
  KernelPlan plan;
  if (IsSeparable(work.operation)) {
    plan = PlanResample(work, facts);
  } else {
    plan.key = {work.operation, work.quantum_depth, MagickAccelerateOpaque, KernelForm::kOnly};
  }
  plan.band_bytes = band_bytes;
  return plan;
}

std::vector<ProgramKey> ProgramsOf(MagickAccelerateOperation operation, unsigned quantum_depth,
                                   const DeviceFacts& facts) {
  if (IsSeparable(operation)) return ResamplePrograms(operation, quantum_depth, facts);
  return {{operation, quantum_depth, MagickAccelerateOpaque, KernelForm::kOnly}};
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

namespace {

Rows KernelSourceRows(const MagickAccelerateWork& work, Rows rows) {
  if (IsPixelwise(work.operation) && work.operation != MagickAccelerateSample) {
    return PixelwiseSourceRows(work, rows);
  }
  // Kernels that make four rows at a time read what all four need.
  const cl_uint begin = rows.begin / LS_QUAD * LS_QUAD;
  const cl_uint last =
      static_cast<cl_uint>(std::min<uint64_t>(
          (rows.end - 1) / LS_QUAD * uint64_t{LS_QUAD} + LS_QUAD, work.vertical.outputs)) -
      1;
  return {work.vertical.first[begin], work.vertical.first[last] + work.vertical.count[last]};
}

}  // namespace

Rows SourceRowsOf(const MagickAccelerateWork& work, Rows rows) {
  Rows needed = KernelSourceRows(work, rows);
  if (HasFinish(work)) {
    needed = {std::min(needed.begin, rows.begin), std::max(needed.end, rows.end)};
  }
  return needed;
}

uint64_t ScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows) {
  return IsSeparable(work.operation) ? ResampleScratchBytes(work, plan, rows) : 0;
}

void EnqueueRows(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                 Rows rows) {
  if (IsSeparable(job.work.operation)) {
    EnqueueResample(job, source, sink, scratch, rows);
  } else {
    Pixelwise(job, source, sink, rows);
  }
  if (HasFinish(job.work)) EnqueueFinish(job, source, sink, rows);
}

std::string KernelNames(const MagickAccelerateWork& work, const KernelPlan& plan) {
  std::string names =
      IsSeparable(work.operation) ? ResampleKernels(work, plan) : PixelwiseKernel(work.operation);
  if (HasFinish(work)) names += std::string(",") + kFinishKernel;
  return names;
}

unsigned VariantCount(const MagickAccelerateWork& work, const DeviceFacts&) {
  return IsSeparable(work.operation) ? ResampleVariants() : 1;
}

const char* VariantName(const MagickAccelerateWork& work, const DeviceFacts&, unsigned variant) {
  return IsSeparable(work.operation) ? ResampleVariantName(variant) : "only";
}

}  // namespace lodestone::accel::opencl
