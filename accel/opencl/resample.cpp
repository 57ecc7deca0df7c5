#include "accel/opencl/resample.hpp"

namespace lodestone::accel::opencl {
namespace {

constexpr char kScale[] = "ScaleFilter";
constexpr char kHorizontal[] = "ResizeHorizontalFilter";
constexpr char kVertical[] = "ResizeVerticalFilter";

void Scale(const Job& job, const Plane& source, const Plane& sink) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.key, kScale);
  const cl_uint rows = job.work.destination.rows;
  const Tile tile =
      job.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables->columns());
  launch.Set(job.tables->weights());
  launch.Set(job.tables->rows());
  if (job.key.local) launch.SetTile();
  launch.Enqueue();
}

void Horizontal(const Job& job, const Plane& source, const Plane& sink, cl_uint rows) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.key, kHorizontal);
  const Tile tile =
      job.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables->columns());
  launch.Set(job.tables->weights());
  if (job.key.local) launch.SetTile();
  launch.Enqueue();
}

void Vertical(const Job& job, const Plane& source, const Plane& sink, cl_uint columns) {
  const auto& axis = job.work.vertical;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.key, kVertical);
  const Tile tile = job.key.local ? TileAlongColumns(axis, columns, kernel.limits)
                                  : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {columns, axis.outputs, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables->rows());
  launch.Set(job.tables->weights());
  if (job.key.local) launch.SetTile();
  launch.Enqueue();
}

// Returns the image between the passes, which must live until the session has finished.
Buffer Resize(const Job& job, const Plane& source, const Plane& sink) {
  const auto& work = job.work;
  const cl_uint columns = work.vertical_first ? work.source.columns : work.destination.columns;
  const cl_uint rows = work.vertical_first ? work.destination.rows : work.source.rows;
  Buffer buffer =
      job.session.Allocate(CL_MEM_READ_WRITE, uint64_t{columns} * rows * sizeof(cl_float4));
  const Plane between = {buffer.get(), columns};
  if (work.vertical_first) {
    Vertical(job, source, between, columns);
    Horizontal(job, between, sink, rows);
  } else {
    Horizontal(job, source, between, rows);
    Vertical(job, between, sink, columns);
  }
  return buffer;
}

std::string ResizeKernels(const MagickAccelerateWork& work) {
  const std::string horizontal = kHorizontal, vertical = kVertical;
  return work.vertical_first ? vertical + "," + horizontal : horizontal + "," + vertical;
}

}  // namespace

Enqueued Resample(const Job& job, const Plane& source, const Plane& sink) {
  if (job.work.operation == MagickAccelerateResize)
    return {ResizeKernels(job.work), Resize(job, source, sink)};
  Scale(job, source, sink);
  return {kScale, {}};
}

}  // namespace lodestone::accel::opencl
