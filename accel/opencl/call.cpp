#include "accel/opencl/call.hpp"

#include <algorithm>
#include <optional>

#include "accel/opencl/bands.hpp"
#include "accel/opencl/estimate.hpp"
#include "accel/opencl/pixelwise.hpp"
#include "accel/opencl/resample.hpp"

namespace lodestone::accel::opencl {
namespace {

struct Planes {
  Plane source, between, sink;
};

void EnqueueBand(const Job& job, const Planes& planes, Rows rows) {
  if (IsPixelwise(job.work.operation)) {
    Pixelwise(job, planes.source, planes.sink, rows);
  } else if (job.work.operation == MagickAccelerateScale) {
    ScaleBand(job, planes.source, planes.sink, rows);
  } else {
    ResizeBand(job, planes.source, planes.between, planes.sink, rows);
  }
}

// The kernels of the whole image. With a monitor to ask, no further than one band ahead of what the
// device has done.
void EnqueueBands(const Job& job, const Planes& planes) {
  Timeline& timeline = job.session.timeline();
  const cl_uint height = job.work.destination.rows;
  const cl_uint band = BandRows(job.work, job.options.band_bytes);
  size_t previous = 0;
  for (Rows rows{0, 0}; rows.begin < height; rows.begin = rows.end) {
    rows.end = rows.begin + std::min(band, height - rows.begin);
    EnqueueBand(job, planes, rows);
    Check(clFlush(job.session.queue()), "clFlush", job.session.device());
    if (job.work.progress && rows.begin > 0) {
      timeline.WaitUntil(previous, job.session.device());
      ReportProgress(job.work, rows.begin);
    }
    previous = timeline.size();
  }
}

std::string KernelNames(const MagickAccelerateWork& work) {
  return IsPixelwise(work.operation) ? PixelwiseKernel(work.operation) : ResampleKernels(work);
}

}  // namespace

void ReportProgress(const MagickAccelerateWork& work, uint64_t rows_done) {
  if (!work.progress || work.progress(work.progress_context, rows_done, work.destination.rows)) {
    return;
  }
  throw Problem(rows_done == 0 ? MagickAccelerateDeclined : MagickAccelerateFailed,
                MagickAccelerateCancelled, "cancelled by the progress monitor");
}

void RunCall(Session& session, const CallOptions& options, const MagickAccelerateWork& work,
             MagickAccelerateParts* parts) {
  const size_t pixel_bytes = work.quantum_depth / 8 * 4;
  std::optional<DeviceTables> tables;
  if (HasTables(work.operation)) {
    tables.emplace(session, work, options.key.local ? WeightOrder::kByTap : WeightOrder::kByOutput);
  }
  const DeviceImage source(session, work.source, pixel_bytes, DeviceImage::Role::kSource,
                           options.share);
  DeviceImage sink(session, work.destination, pixel_bytes, DeviceImage::Role::kSink, options.share);
  const BetweenSize size = BetweenSizeOf(work, BandRows(work, options.band_bytes));
  Buffer between;
  if (size.bytes > 0) between = session.Allocate(CL_MEM_READ_WRITE, size.bytes);
  EnqueueBands({session, options, work, tables ? &*tables : nullptr},
               {{source.buffer(), source.stride_px(), 0},
                {between.get(), static_cast<cl_uint>(size.columns), 0},
                {sink.buffer(), sink.stride_px(), 0}});
  sink.Download();
  session.Finish(parts);
  parts->bytes_up += (tables ? tables->moved_bytes() : 0) + source.moved_bytes();
  parts->bytes_down += sink.moved_bytes();
  CopyText(parts->kernels, sizeof(parts->kernels), KernelNames(work));
}

}  // namespace lodestone::accel::opencl
