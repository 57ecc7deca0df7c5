#include "accel/opencl/call.hpp"

#include <optional>

#include "accel/opencl/estimate.hpp"
#include "accel/opencl/pixelwise.hpp"
#include "accel/opencl/resample.hpp"

namespace lodestone::accel::opencl {

void RunCall(Session& session, cl_program program, const ProgramKey& key, SharePolicy share,
             const MagickAccelerateWork& work, MagickAccelerateParts* parts) {
  const size_t pixel_bytes = work.quantum_depth / 8 * 4;
  std::optional<DeviceTables> tables;
  if (HasTables(work.operation)) tables.emplace(session, work);
  const DeviceImage source(session, work.source, pixel_bytes, DeviceImage::Role::kSource, share);
  DeviceImage sink(session, work.destination, pixel_bytes, DeviceImage::Role::kSink, share);
  const Plane from = {source.buffer(), source.stride_px()};
  const Plane to = {sink.buffer(), sink.stride_px()};
  const Job job = {session, program, key, work, tables ? &*tables : nullptr};
  const Enqueued enqueued =
      IsPixelwise(work.operation) ? Pixelwise(job, from, to) : Resample(job, from, to);
  sink.Download();
  session.Finish(parts);
  parts->bytes_up += (tables ? tables->moved_bytes() : 0) + source.moved_bytes();
  parts->bytes_down += sink.moved_bytes();
  CopyText(parts->kernels, sizeof(parts->kernels), enqueued.kernels);
}

}  // namespace lodestone::accel::opencl
