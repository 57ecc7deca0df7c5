#include "accel/opencl/call.hpp"

#include <algorithm>

#include "accel/opencl/operation_kernels.hpp"

namespace lodestone::accel::opencl {
namespace {

// Calls to the progress monitor for a tall image.
constexpr cl_uint kProgressSteps = 8;

struct Planes {
  Plane source, sink;
  cl_mem scratch;
};

// The kernels of the whole image. With a monitor to ask, no further than one band ahead of what the
// device has done.
void EnqueueBands(const Job& job, const Planes& planes, cl_uint band) {
  Timeline& timeline = job.session.timeline();
  const cl_uint height = job.work.destination.rows;
  size_t previous = 0;
  for (Rows rows{0, 0}; rows.begin < height; rows.begin = rows.end) {
    rows.end = rows.begin + std::min(band, height - rows.begin);
    EnqueueRows(job, planes.source, planes.sink, planes.scratch, rows);
    Check(clFlush(job.session.queue()), "clFlush", job.session.device());
    if (job.work.progress && rows.begin > 0) {
      timeline.WaitUntil(previous, job.session.device());
      ReportProgress(job.work, rows.begin);
    }
    previous = timeline.size();
  }
}

}  // namespace

void ReportProgress(const MagickAccelerateWork& work, uint64_t rows_done) {
  if (!work.progress || work.progress(work.progress_context, rows_done, work.destination.rows)) {
    return;
  }
  throw Problem(rows_done == 0 ? MagickAccelerateDeclined : MagickAccelerateFailed,
                MagickAccelerateCancelled, "cancelled by the progress monitor");
}

void RunCall(Session& session, cl_program program, const KernelPlan& plan, SharePolicy share,
             const MagickAccelerateWork& work, MagickAccelerateParts* parts) {
  const size_t pixel_bytes = work.quantum_depth / 8 * 4;
  const DeviceTables tables(session, work, plan);
  const DeviceImage source(session, work.source, pixel_bytes, DeviceImage::Role::kSource, share);
  DeviceImage sink(session, work.destination, pixel_bytes, DeviceImage::Role::kSink, share);
  const cl_uint height = work.destination.rows;
  const cl_uint band = work.progress ? height / kProgressSteps + 1 : height;
  const uint64_t bytes = ScratchBytes(work, plan, band);
  Buffer scratch;
  if (bytes > 0) scratch = session.Allocate(CL_MEM_READ_WRITE, bytes);
  EnqueueBands({session, program, plan, work, tables},
               {{source.buffer(), source.stride_px(), 0},
                {sink.buffer(), sink.stride_px(), 0},
                scratch.get()},
               band);
  sink.Download();
  session.Finish(parts);
  parts->bytes_up += tables.moved_bytes() + source.moved_bytes();
  parts->bytes_down += sink.moved_bytes();
  CopyText(parts->kernels, sizeof(parts->kernels), KernelNames(work, plan));
}

}  // namespace lodestone::accel::opencl
