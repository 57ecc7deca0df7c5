#include "accel/opencl/pixelwise.hpp"

namespace lodestone::accel::opencl {
namespace {

const char* KernelName(MagickAccelerateOperation operation) {
  switch (operation) {
    case MagickAccelerateSample:
      return "SampleFilter";
    case MagickAccelerateMinify:
      return "MinifyFilter";
    case MagickAccelerateMagnify:
      return "MagnifyFilter";
    default:
      return nullptr;
  }
}

}  // namespace

bool IsPixelwise(MagickAccelerateOperation operation) {
  return KernelName(operation) != nullptr;
}

Enqueued Pixelwise(const Job& job, const Plane& source, const Plane& sink) {
  const char* name = KernelName(job.work.operation);
  LaneKernel& kernel = job.session.KernelOf(job.program, job.key, name);
  const MagickAcceleratePixels &from = job.work.source, &to = job.work.destination;
  Launch launch(job.session, kernel, {to.columns, to.rows, TileWithoutLocal(kernel.limits)});
  launch.SetPlanes(source, sink);
  if (job.tables) {
    launch.Set(job.tables->columns());
    launch.Set(job.tables->rows());
  } else {
    launch.Set(cl_uint{from.columns});
    launch.Set(cl_uint{from.rows});
  }
  launch.Enqueue();
  return {name, {}};
}

}  // namespace lodestone::accel::opencl
