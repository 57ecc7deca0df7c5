// Pixels on their way to the device and back.
#pragma once

#include <cstdint>

#include "accel/opencl/session.hpp"

namespace lodestone::accel::opencl {

enum class SharePolicy { kByDevice, kNever };

// An image of the host as the kernels see it: where the device's memory is the host's and the
// alignment permits, the very same memory, else a copy.
class DeviceImage {
 public:
  enum class Role { kSource, kSink };

  // A source is on its way when this returns.
  DeviceImage(Session& session, const MagickAcceleratePixels& pixels, size_t pixel_bytes, Role role,
              SharePolicy policy);
  ~DeviceImage() { session_.Drain(); }
  DeviceImage(const DeviceImage&) = delete;
  DeviceImage& operator=(const DeviceImage&) = delete;

  // Enqueues the way back.
  void Download();

  cl_mem buffer() const { return buffer_.get(); }
  cl_uint stride_px() const { return stride_px_; }
  // Transferred, or to be transferred by Download.
  uint64_t moved_bytes() const { return shared_ ? 0 : row_bytes_ * pixels_.rows; }

 private:
  bool Share(SharePolicy policy, size_t pixel_bytes, cl_mem_flags flags);
  void Upload();
  bool packed() const { return pixels_.stride_bytes == row_bytes_ || pixels_.rows == 1; }

  Session& session_;
  MagickAcceleratePixels pixels_;
  size_t row_bytes_;
  HostRanges::Claim claim_;  // outlives the buffer
  Buffer buffer_;
  cl_uint stride_px_ = 0;
  bool shared_ = false;
};

}  // namespace lodestone::accel::opencl
