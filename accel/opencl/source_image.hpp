// A source as an image object.
#pragma once

#include "accel/opencl/launch.hpp"

namespace lodestone::accel::opencl {

// Whether the device has image objects of this work's pixels, as large as its source.
bool SuitsImages(const MagickAccelerateWork& work, const DeviceFacts& facts);

// Copies of the rows of a plane, made on the device. The object may go as soon as the kernels that
// read it are enqueued.
class SourceImage {
 public:
  // Enqueues the copies. Throws Problem.
  SourceImage(const Job& job, const Plane& source, Rows rows);

  cl_mem get() const { return image_.get(); }
  cl_uint top() const { return top_; }  // the row of the source that it begins with

 private:
  void Copy(Session& session, const Plane& source, size_t columns, Rows rows, size_t pixel_bytes);

  cl_uint top_;
  Buffer image_;
};

}  // namespace lodestone::accel::opencl
