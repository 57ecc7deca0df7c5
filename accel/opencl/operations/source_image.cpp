#include "accel/opencl/operations/source_image.hpp"

#include <utility>

#include "accel/opencl/plans/cell.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::opencl {

bool SuitsImages(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  // Every device with images supports four-sample ones.
  return work.channels != MagickAccelerateGrey && work.source.columns <= facts.image_columns &&
         work.source.rows <= facts.image_rows;
}

SourceImage::SourceImage(const Job& job, const Plane& plane, Rows rows, size_t columns, Holds holds)
    : top_(rows.begin) {
  const bool quanta = holds == Holds::kQuanta;
  const size_t pixel_bytes = quanta ? PixelBytes(job.work) : CellBytes(job.work);
  const cl_image_format format = {CL_RGBA, !quanta ? cl_channel_type{CL_FLOAT}
                                           : job.work.quantum_depth == 8
                                               ? cl_channel_type{CL_UNSIGNED_INT8}
                                               : cl_channel_type{CL_UNSIGNED_INT16}};
  if (plane.stride_px == columns && WrapBuffer(job, plane, rows, format, pixel_bytes)) return;
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = columns;
  description.image_height = rows.end - rows.begin;
  int32_t status = CL_SUCCESS;
  image_ = Buffer(clCreateImage(job.session.context(), CL_MEM_READ_ONLY, &format, &description,
                                nullptr, &status));
  CheckAllocation(status, "clCreateImage", job.session.device());
  // A single copy can only transfer rows without gaps.
  const uint32_t step = plane.stride_px == columns ? rows.end - rows.begin : 1;
  for (Rows some = rows; some.begin < rows.end; some.begin += step) {
    some.end = some.begin + step;
    Copy(job.session, plane, columns, some, pixel_bytes);
  }
}

// cl_khr_image2d_from_buffer, for planes whose rows are long enough multiples.
bool SourceImage::WrapBuffer(const Job& job, const Plane& plane, Rows rows,
                             const cl_image_format& format, size_t pixel_bytes) {
  const DeviceFacts& facts = job.session.facts();
  const uint32_t height = rows.end - plane.top;
  if (facts.image_pitch_px == 0 || plane.stride_px % facts.image_pitch_px != 0 ||
      height > facts.image_rows) {
    return false;
  }
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = plane.stride_px;
  description.image_height = height;
  description.image_row_pitch = plane.stride_px * pixel_bytes;
  description.buffer = plane.buffer;
  int32_t status = CL_SUCCESS;
  Buffer image(clCreateImage(job.session.context(), CL_MEM_READ_ONLY, &format, &description,
                             nullptr, &status));
  if (status != CL_SUCCESS) return false;  // its memory may be of the wrong type
  image_ = std::move(image);
  top_ = plane.top;
  return true;
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
