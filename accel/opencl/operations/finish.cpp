#include "accel/opencl/operations/finish.hpp"

namespace lodestone::accel::opencl {

void EnqueueFinish(const Job& job, const Plane& source, const Plane& destination, Rows rows) {
  const MagickAccelerateFinish& finish = job.work.finish;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, kFinishKernel);
  Launch launch(job.session, kernel,
                GeometryOf(job.work.destination.columns, rows, TileWithoutLocal(kernel.limits)));
  launch.SetPlanes(source, destination);
  launch.Set(cl_uint{finish.keep});
  launch.Set(cl_uint{finish.sharpen});
  launch.Set(cl_float{finish.amount});
  launch.Set(cl_float{finish.threshold});
  launch.Enqueue();
}

}  // namespace lodestone::accel::opencl
