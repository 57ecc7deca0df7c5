#include "accel/opencl/source_image.hpp"

#include "accel/operation_table.hpp"

namespace lodestone::accel::opencl {

bool SuitsImages(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  // Every device with images has those of four samples.
  return work.channels != MagickAccelerateGrey && work.source.columns <= facts.image_columns &&
         work.source.rows <= facts.image_rows;
}

SourceImage::SourceImage(const Job& job, const Plane& source, Rows rows) : top_(rows.begin) {
  const size_t columns = job.work.source.columns;
  const cl_image_format format = {CL_RGBA, job.work.quantum_depth == 8
                                               ? cl_channel_type{CL_UNSIGNED_INT8}
                                               : cl_channel_type{CL_UNSIGNED_INT16}};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = columns;
  description.image_height = rows.end - rows.begin;
  cl_int status = CL_SUCCESS;
  image_ = Buffer(clCreateImage(job.session.context(), CL_MEM_READ_ONLY, &format, &description,
                                nullptr, &status));
  CheckAllocation(status, "clCreateImage", job.session.device());
  const size_t pixel_bytes = PixelBytes(job.work);
  // One copy brings rows without gaps only.
  const cl_uint step = source.stride_px == columns ? rows.end - rows.begin : 1;
  for (Rows some = rows; some.begin < rows.end; some.begin += step) {
    some.end = some.begin + step;
    Copy(job.session, source, columns, some, pixel_bytes);
  }
}

void SourceImage::Copy(Session& session, const Plane& source, size_t columns, Rows rows,
                       size_t pixel_bytes) {
  const size_t offset = size_t{rows.begin - source.top} * source.stride_px * pixel_bytes;
  const size_t origin[3] = {0, rows.begin - top_, 0};
  const size_t region[3] = {columns, rows.end - rows.begin, 1};
  cl_event event = nullptr;
  Check(clEnqueueCopyBufferToImage(session.queue(), source.buffer, image_.get(), offset, origin,
                                   region, 0, nullptr, &event),
        "clEnqueueCopyBufferToImage", session.device());
  session.timeline().Add(Stage::kKernel, event);
}

}  // namespace lodestone::accel::opencl
