#include "accel/gpu/operations/passes.hpp"

#include <algorithm>

#include "accel/gpu/plans/bands.hpp"
#include "accel/gpu/plans/cell.hpp"
#include "accel/gpu/operations/source_image.hpp"
#include "accel/operation_table.hpp"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
namespace {

// One of the two passes.
struct Pass {
  bool vertical, first;
};

bool ThroughImage(const KernelPlan& plan, const Pass& pass) {
  return pass.vertical ? plan.passes.down_through_image : plan.passes.across_through_image;
}

std::string PassKernel(const KernelPlan& plan, const Pass& pass) {
  return KernelName(plan, std::string(pass.vertical ? "Vertical" : "Horizontal") +
                              (pass.first ? "First" : "Last") +
                              (ThroughImage(plan, pass) ? "ThroughImage" : ""));
}

LaneKernel& KernelOf(const Job& job, const std::string& name) {
  return job.session.KernelOf(job.program, job.plan.key, name);
}

// Groups of work-items that each compute one pixel.
Geometry PlainGeometry(const Job& job, const TileLimits& limits, uint32_t columns, Rows rows) {
  const size_t items = job.plan.passes.group_items;
  Geometry geometry =
      GeometryOf(columns, rows, TileWithoutLocal(limits, std::max<size_t>(items, 1)));
  if (items == PassPlan::kDriverDefault) {
    geometry.group[0] = geometry.group[1] = 0;
    geometry.groups_across = columns;
    geometry.group_height = 1;
  }
  return geometry;
}

// The work-items of a group sum quads: along the rows through local memory.
void EnqueueThroughLocal(const Job& job, const Pass& pass, const Plane& source,
                         const Plane& destination, uint32_t columns, Rows rows) {
  LaneKernel& kernel = KernelOf(job, PassKernel(job.plan, pass));
  TileLimits limits = kernel.limits;
  limits.pixel_bytes = pass.first ? PixelBytes(job.work) : CellBytes(job.work);
  const Tile tile =
      pass.vertical ? TileOfColumns(columns, limits) : TileOfQuads(job.work.horizontal, limits);
  Geometry geometry = GeometryOf(pass.vertical ? columns : QuadsOf(columns), rows, tile);
  geometry.columns = columns;
  if (pass.vertical) geometry.group_height *= LS_QUAD;
  Launch launch(job.session, kernel, geometry);
  launch.SetPlanes(source, destination);
  launch.Set(pass.vertical ? job.tables.rows() : job.tables.columns());
  launch.Set(job.tables.weights());
  if (!pass.vertical) {
    launch.SetLocal(tile.local_bytes);
    launch.Set(tile.capacity);
  }
  launch.Enqueue();
}

void EnqueueInPlace(const Job& job, const Pass& pass, const Plane& source, const Plane& destination,
                    uint32_t columns, Rows rows) {
  LaneKernel& kernel = KernelOf(job, PassKernel(job.plan, pass));
  Launch launch(job.session, kernel, PlainGeometry(job, kernel.limits, columns, rows));
  launch.SetPlanes(source, destination);
  launch.Set(pass.vertical ? job.tables.rows() : job.tables.columns());
  launch.Set(job.tables.weights());
  launch.Enqueue();
}

// The source rows that a pass reads for these destination rows.
Rows ReadBy(const Job& job, const Pass& pass, Rows rows) {
  if (!pass.vertical) return rows;
  const auto& axis = job.work.vertical;
  return {axis.first[rows.begin], axis.first[rows.end - 1] + axis.count[rows.end - 1]};
}

void EnqueueThroughImage(const Job& job, const Pass& pass, const Plane& source,
                         const Plane& destination, uint32_t columns, Rows rows) {
  const SourceImage image(job, source, ReadBy(job, pass, rows),
                          pass.first ? job.work.source.columns : source.stride_px,
                          pass.first ? SourceImage::Holds::kQuanta : SourceImage::Holds::kFloats);
  LaneKernel& kernel = KernelOf(job, PassKernel(job.plan, pass));
  Launch launch(job.session, kernel, PlainGeometry(job, kernel.limits, columns, rows));
  launch.SetImage(image.get(), image.top(), destination);
  launch.Set(pass.vertical ? job.tables.rows() : job.tables.columns());
  launch.Set(job.tables.weights());
  launch.Enqueue();
}

// One pass over some rows. The destination is `columns` wide.
void EnqueuePass(const Job& job, const Pass& pass, const Plane& source, const Plane& destination,
                 uint32_t columns, Rows rows) {
  if (job.plan.passes.through_local)
    return EnqueueThroughLocal(job, pass, source, destination, columns, rows);
  if (ThroughImage(job.plan, pass))
    return EnqueueThroughImage(job, pass, source, destination, columns, rows);
  EnqueueInPlace(job, pass, source, destination, columns, rows);
}

void EnqueueBand(const Job& job, const Plane& source, Plane intermediate, const Plane& destination,
                 Rows rows) {
  const auto& work = job.work;
  const bool vertical_first = work.vertical_first != 0;
  const Pass first{vertical_first, true}, last{!vertical_first, false};
  const Rows first_rows = ReadBy(job, last, rows);
  intermediate.top = first_rows.begin;
  EnqueuePass(job, first, source, intermediate,
              vertical_first ? work.source.columns : work.destination.columns, first_rows);
  EnqueuePass(job, last, intermediate, destination, work.destination.columns, rows);
}

}  // namespace

void EnqueuePasses(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                   Rows rows) {
  const uint32_t most = PassBandRows(job.work, rows.end - rows.begin, job.plan.band_bytes);
  const auto columns = static_cast<uint32_t>(IntermediateSizeOf(job.work, most).columns);
  for (Rows band{rows.begin, 0}; band.begin < rows.end; band.begin = band.end) {
    band.end = band.begin + std::min(most, rows.end - band.begin);
    EnqueueBand(job, source, {scratch, columns, 0}, destination, band);
  }
}

std::string PassKernels(const MagickAccelerateWork& work, const KernelPlan& plan) {
  const bool vertical_first = work.vertical_first != 0;
  return PassKernel(plan, {vertical_first, true}) + "," +
         PassKernel(plan, {!vertical_first, false});
}

}  // namespace lodestone::accel::gpu
