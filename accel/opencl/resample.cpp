#include "accel/opencl/resample.hpp"

namespace lodestone::accel::opencl {
namespace {

constexpr char kScale[] = "ScaleFilter";
constexpr char kHorizontal[] = "ResizeHorizontalFilter";
constexpr char kVertical[] = "ResizeVerticalFilter";

void Horizontal(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.options.program, job.options.key, kHorizontal);
  const Tile tile =
      job.options.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables->columns());
  launch.Set(job.tables->weights());
  if (job.options.key.local) {
    launch.Set(job.tables->weight_stride());
    launch.SetTile();
  }
  launch.Enqueue();
}

void Vertical(const Job& job, const Plane& source, const Plane& sink, cl_uint columns, Rows rows) {
  const auto& axis = job.work.vertical;
  LaneKernel& kernel = job.session.KernelOf(job.options.program, job.options.key, kVertical);
  const Tile tile = job.options.key.local ? TileAlongColumns(axis, columns, kernel.limits)
                                          : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {columns, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables->rows());
  launch.Set(job.tables->weights());
  if (job.options.key.local) launch.SetTile();
  launch.Enqueue();
}

}  // namespace

void ScaleBand(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.options.program, job.options.key, kScale);
  const Tile tile =
      job.options.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables->columns());
  launch.Set(job.tables->weights());
  launch.Set(job.tables->rows());
  if (job.options.key.local) {
    launch.Set(job.tables->weight_stride());
    launch.SetTile();
  }
  launch.Enqueue();
}

void ResizeBand(const Job& job, const Plane& source, Plane between, const Plane& sink, Rows rows) {
  const auto& work = job.work;
  if (work.vertical_first) {
    between.top = rows.begin;
    Vertical(job, source, between, work.source.columns, rows);
    Horizontal(job, between, sink, rows);
    return;
  }
  const auto& axis = work.vertical;
  const Rows needed = {axis.first[rows.begin], axis.first[rows.end - 1] + axis.count[rows.end - 1]};
  between.top = needed.begin;
  Horizontal(job, source, between, needed);
  Vertical(job, between, sink, work.destination.columns, rows);
}

std::string ResampleKernels(const MagickAccelerateWork& work) {
  if (work.operation == MagickAccelerateScale) return kScale;
  const std::string horizontal = kHorizontal, vertical = kVertical;
  return work.vertical_first ? vertical + "," + horizontal : horizontal + "," + vertical;
}

}  // namespace lodestone::accel::opencl
