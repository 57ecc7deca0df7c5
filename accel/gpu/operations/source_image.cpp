#include "accel/gpu/operations/source_image.hpp"

#include <utility>

#include "accel/gpu/plans/cell.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {

bool SuitsImages(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  // Every device with images supports four-sample ones.
  return work.channels != MagickAccelerateGrey && work.source.columns <= facts.image_columns &&
         work.source.rows <= facts.image_rows;
}

SourceImage::SourceImage(const Job& job, const Plane& plane, Rows rows, size_t columns, Holds holds)
    : top_(rows.begin) {
  const bool quanta = holds == Holds::kQuanta;
  const size_t pixel_bytes = quanta ? PixelBytes(job.work) : CellBytes(job.work);
  const TexelFormat format = !quanta                       ? TexelFormat::kFloat
                             : job.work.quantum_depth == 8 ? TexelFormat::kUint8
                                                           : TexelFormat::kUint16;
  if (plane.stride_px == columns && WrapBuffer(job, plane, rows, format)) return;
  image_ = job.session.context().MakeImage(format, columns, rows.end - rows.begin, Access::kRead);
  // A single copy can only transfer rows without gaps.
  const uint32_t step = plane.stride_px == columns ? rows.end - rows.begin : 1;
  for (Rows some = rows; some.begin < rows.end; some.begin += step) {
    some.end = some.begin + step;
    Copy(job.session, plane, columns, some, pixel_bytes);
  }
}

// For planes whose rows are long enough multiples.
bool SourceImage::WrapBuffer(const Job& job, const Plane& plane, Rows rows, TexelFormat format) {
  const DeviceFacts& facts = job.session.facts();
  const uint32_t height = rows.end - plane.top;
  if (facts.image_pitch_px == 0 || plane.stride_px % facts.image_pitch_px != 0 ||
      height > facts.image_rows) {
    return false;
  }
  MemoryOwner image = job.session.context().ImageOn(*plane.buffer, format, plane.stride_px, height);
  if (!image) return false;  // its memory may be of the wrong type
  image_ = std::move(image);
  top_ = plane.top;
  return true;
}

void SourceImage::Copy(Session& session, const Plane& source, size_t columns, Rows rows,
                       size_t pixel_bytes) {
  const size_t offset = size_t{rows.begin - source.top} * source.stride_px * pixel_bytes;
  session.timeline().Add(Stage::kKernel,
                         session.queue().CopyToImage(*source.buffer, offset, *image_, columns,
                                                     rows.begin - top_, rows.end - rows.begin));
}

}  // namespace lodestone::accel::gpu
