#include "accel/opencl/operation_kernels.hpp"

#include <algorithm>

#include "accel/opencl/pixelwise.hpp"
#include "accel/opencl/resample.hpp"

namespace lodestone::accel::opencl {
namespace {

bool IsResampling(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateScale || operation == MagickAccelerateResize;
}

}  // namespace

KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       uint64_t band_bytes) {
  KernelPlan plan;
  if (IsResampling(work.operation)) {
    plan = PlanResample(work, facts);
  } else {
    plan.key = {work.operation, work.quantum_depth, false, true, false};
  }
  plan.band_bytes = band_bytes;
  return plan;
}

std::vector<ProgramKey> ProgramsOf(MagickAccelerateOperation operation, unsigned quantum_depth,
                                   const DeviceFacts& facts) {
  if (IsResampling(operation)) return ResamplePrograms(operation, quantum_depth, facts);
  return {{operation, quantum_depth, false, true, false}};
}

Rows SourceRowsOf(const MagickAccelerateWork& work, Rows rows) {
  return IsPixelwise(work.operation) && work.operation != MagickAccelerateSample
             ? PixelwiseSourceRows(work, rows)
             : Rows{work.vertical.first[rows.begin],
                    work.vertical.first[rows.end - 1] + work.vertical.count[rows.end - 1]};
}

uint64_t ScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows) {
  return IsResampling(work.operation) ? ResampleScratchBytes(work, plan, rows) : 0;
}

void EnqueueRows(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                 Rows rows) {
  if (IsResampling(job.work.operation)) {
    EnqueueResample(job, source, sink, scratch, rows);
  } else {
    Pixelwise(job, source, sink, rows);
  }
}

std::string KernelNames(const MagickAccelerateWork& work, const KernelPlan& plan) {
  return IsResampling(work.operation) ? ResampleKernels(work, plan)
                                      : PixelwiseKernel(work.operation);
}

unsigned VariantCount(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  return IsResampling(work.operation) ? ResampleVariants(work, facts) : 1;
}

const char* VariantName(const MagickAccelerateWork& work, const DeviceFacts& facts,
                        unsigned variant) {
  return IsResampling(work.operation) ? ResampleVariantName(work, facts, variant) : "only";
}

}  // namespace lodestone::accel::opencl
