// The source of a kernel as an image object.
#pragma once

#include "accel/gpu/launch/launch.hpp"

namespace lodestone::accel::gpu {

// Whether the device has image objects for this work's pixels, as large as its source.
bool SuitsImages(const MagickAccelerateWork& work, const DeviceFacts& facts);

// Rows of a plane: on its own memory if the device supports that, else copied on the device. The
// object may be destroyed as soon as the kernels that read it are enqueued.
class SourceImage {
 public:
  // The plane's contents.
  enum class Holds { kQuanta, kFloats };

  // Of a plane with `columns` columns. Enqueues the copies. Throws Problem.
  SourceImage(const Job& job, const Plane& plane, Rows rows, size_t columns, Holds holds);

  Memory* get() const { return image_.get(); }
  uint32_t top() const { return top_; }  // the row of the source that it begins with

 private:
  bool WrapBuffer(const Job& job, const Plane& plane, Rows rows, TexelFormat format);
  void Copy(Session& session, const Plane& source, size_t columns, Rows rows, size_t pixel_bytes);

  uint32_t top_;
  MemoryOwner image_;
};

}  // namespace lodestone::accel::gpu
