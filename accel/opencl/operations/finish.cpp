#include "accel/opencl/operations/finish.hpp"

namespace lodestone::accel::opencl {

bool CanFinish(MagickAccelerateOperation operation) {
  return operation >= MagickAccelerateBlur && operation <= MagickAccelerateDespeckle;
}

bool HasFinish(const MagickAccelerateWork& work) {
  return work.finish.keep != 0 || work.finish.sharpen != 0;
}

void EnqueueFinish(const Job& job, const Plane& source, const Plane& sink, Rows rows) {
  const MagickAccelerateFinish& finish = job.work.finish;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, kFinishKernel);
  Launch launch(job.session, kernel,
                GeometryOf(job.work.destination.columns, rows, TileWithoutLocal(kernel.limits)));
  launch.SetPlanes(source, sink);
  launch.Set(cl_uint{finish.keep});
  launch.Set(cl_uint{finish.sharpen});
  launch.Set(cl_float{finish.amount});
  launch.Set(cl_float{finish.threshold});
  launch.Enqueue();
}

}  // namespace lodestone::accel::opencl
