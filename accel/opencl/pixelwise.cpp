#include "accel/opencl/pixelwise.hpp"

namespace lodestone::accel::opencl {

const char* PixelwiseKernel(MagickAccelerateOperation operation) {
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

bool IsPixelwise(MagickAccelerateOperation operation) {
  return PixelwiseKernel(operation) != nullptr;
}

void Pixelwise(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  LaneKernel& kernel = job.session.KernelOf(job.options.program, job.options.key,
                                            PixelwiseKernel(job.work.operation));
  const MagickAcceleratePixels &from = job.work.source, &to = job.work.destination;
  Launch launch(job.session, kernel, {to.columns, rows, TileWithoutLocal(kernel.limits)});
  launch.SetPlanes(source, sink);
  if (job.tables) {
    launch.Set(job.tables->columns());
    launch.Set(job.tables->rows());
  } else {
    launch.Set(cl_uint{from.columns});
    launch.Set(cl_uint{from.rows});
  }
  launch.Enqueue();
}

}  // namespace lodestone::accel::opencl
