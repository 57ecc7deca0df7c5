#include "accel/opencl/operations/pixelwise.hpp"

#include <algorithm>

#include "accel/opencl/operations/border.hpp"

namespace lodestone::accel::opencl {
namespace {

const char* KernelOf(MagickAccelerateOperation operation) {
  switch (operation) {
    case MagickAccelerateSample:
      return "SampleFilter";
    case MagickAccelerateMinify:
      return "MinifyFilter";
    case MagickAccelerateMagnify:
      return "MagnifyFilter";
    case MagickAccelerateExtend:
      return "ExtendFilter";
    default:
      return nullptr;
  }
}

// Copies look at no sample: what counts is how many there are.
bool Copies(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateSample || operation == MagickAccelerateExtend;
}

ProgramKey KeyFor(MagickAccelerateOperation operation, unsigned quantum_depth, bool grey) {
  return {operation, quantum_depth, grey ? MagickAccelerateGrey : MagickAccelerateOpaque,
          KernelForm::kOnly};
}

}  // namespace

bool IsPixelwise(MagickAccelerateOperation operation) {
  return KernelOf(operation) != nullptr;
}

KernelPlan PlanPixelwise(const MagickAccelerateWork& work, const DeviceFacts&) {
  KernelPlan plan;
  plan.key = KeyFor(work.operation, work.quantum_depth, work.channels == MagickAccelerateGrey);
  return plan;
}

std::vector<ProgramKey> PixelwisePrograms(MagickAccelerateOperation operation,
                                          unsigned quantum_depth, const DeviceFacts&) {
  std::vector<ProgramKey> keys = {KeyFor(operation, quantum_depth, false)};
  if (Copies(operation)) keys.push_back(KeyFor(operation, quantum_depth, true));
  return keys;
}

Rows PixelwiseSourceRows(const MagickAccelerateWork& work, Rows rows) {
  const auto clipped = [&](uint64_t row) {
    return static_cast<cl_uint>(std::min<uint64_t>(row, work.source.rows));
  };
  const cl_uint last = work.source.rows - 1;
  switch (work.operation) {
    case MagickAccelerateSample:
      return {work.vertical.first[rows.begin], work.vertical.first[rows.end - 1] + 1};
    case MagickAccelerateExtend:
      return BorderSourceRows(work, rows);
    case MagickAccelerateMagnify:
      return {rows.begin / 2, clipped(uint64_t{rows.end - 1} / 2 + 2)};
    default:
      // Minify: rows 2y - 2 to 2y + 1, those beyond the edges taken from the edge.
      return {std::min(2 * std::max(rows.begin, 1u) - 2, last), clipped(uint64_t{rows.end} * 2)};
  }
}

void EnqueuePixelwise(const Job& job, const Plane& source, const Plane& sink, cl_mem, Rows rows) {
  const MagickAcceleratePixels &from = job.work.source, &to = job.work.destination;
  LaneKernel& kernel =
      job.session.KernelOf(job.program, job.plan.key, KernelOf(job.work.operation));
  Launch launch(job.session, kernel, GeometryOf(to.columns, rows, TileWithoutLocal(kernel.limits)));
  launch.SetPlanes(source, sink);
  if (job.work.operation == MagickAccelerateSample) {
    launch.Set(job.tables.columns());
    launch.Set(job.tables.rows());
  } else if (job.work.operation == MagickAccelerateExtend) {
    SetWindow(launch, job);
  } else {
    launch.Set(cl_uint{from.columns});
    launch.Set(cl_uint{from.rows});
  }
  launch.Enqueue();
}

std::string PixelwiseKernels(const MagickAccelerateWork& work, const KernelPlan&) {
  return KernelOf(work.operation);
}

unsigned PixelwiseVariants() {
  return 1;
}

const char* PixelwiseVariantName(unsigned) {
  return "only";
}

}  // namespace lodestone::accel::opencl
