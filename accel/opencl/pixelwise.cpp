#include "accel/opencl/pixelwise.hpp"

#include <algorithm>

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

Rows PixelwiseSourceRows(const MagickAccelerateWork& work, Rows rows) {
  const auto clipped = [&](uint64_t row) {
    return static_cast<cl_uint>(std::min<uint64_t>(row, work.source.rows));
  };
  if (work.operation == MagickAccelerateMagnify) {
    return {rows.begin / 2, clipped(uint64_t{rows.end - 1} / 2 + 2)};
  }
  // Minify: rows 2y - 2 to 2y + 1, those beyond the edges taken from the edge.
  const cl_uint last = work.source.rows - 1;
  return {std::min(2 * std::max(rows.begin, 1u) - 2, last), clipped(uint64_t{rows.end} * 2)};
}

void Pixelwise(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  LaneKernel& kernel =
      job.session.KernelOf(job.program, job.plan.key, PixelwiseKernel(job.work.operation));
  const MagickAcceleratePixels &from = job.work.source, &to = job.work.destination;
  Launch launch(job.session, kernel, GeometryOf(to.columns, rows, TileWithoutLocal(kernel.limits)));
  launch.SetPlanes(source, sink);
  if (job.work.operation == MagickAccelerateSample) {
    launch.Set(job.tables.columns());
    launch.Set(job.tables.rows());
  } else {
    launch.Set(cl_uint{from.columns});
    launch.Set(cl_uint{from.rows});
  }
  launch.Enqueue();
}

}  // namespace lodestone::accel::opencl
