// Pixels on their way to the device and back.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "accel/opencl/transfers/options.hpp"
#include "accel/opencl/transfers/staging.hpp"

namespace lodestone::accel::opencl {

// An image of the host as the very memory that kernels work on. Empty where the device has memory
// of its own, the alignment is not right, or somebody else works on that memory at the moment.
class SharedImage {
 public:
  SharedImage() = default;
  SharedImage(Session& session, const MagickAcceleratePixels& pixels, size_t pixel_bytes,
              cl_mem_flags flags);

  explicit operator bool() const { return static_cast<bool>(buffer_); }
  cl_mem buffer() const { return buffer_.get(); }
  cl_uint stride_px() const { return stride_px_; }

  // Enqueues what makes the host's view of its own memory valid; nothing moves.
  void MakeVisible(Session& session) const;

 private:
  HostRanges::Claim claim_;  // outlives the buffer
  Buffer buffer_;
  size_t bytes_ = 0;
  cl_uint stride_px_ = 0;
};

// True where kernels may work on memory of the host.
bool WorksInHostMemory(const DeviceFacts& facts, SharePolicy policy);

// What a call moves between host and device: straight from and to memory that the link reads and
// writes by itself, through staging otherwise. Strips are counted from 0.
class Transfers {
 public:
  // staging: null for none.
  Transfers(Session& session, Staging* staging) : session_(session), staging_(staging) {}
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  // What Upload will be called for.
  void AnnounceUploads(const HostRows& image, const std::vector<Rows>& strips);
  // Returns when the strip is enqueued, to follow `after` if that is not null.
  void Upload(size_t strip, const DeviceRows& to, cl_event after);
  // Null before the first upload.
  cl_event LatestUpload() const { return latest_upload_; }

  // How much Download will be called for.
  void AnnounceDownloads(const HostRows& image, uint64_t bytes);
  // The strips follow one another; what reads them may be enqueued later.
  void Download(const DeviceRows& from, cl_event after);
  // Returns when a strip is enqueued, with its last command.
  cl_event DownloadOf(size_t strip);

  // Returns when all downloads are enqueued, and staged ones have arrived.
  void Finish();

  uint64_t bytes_up() const { return bytes_up_; }
  uint64_t bytes_down() const { return bytes_down_; }

 private:
  std::unique_ptr<StagingRing> RingFor(const HostRows& image, uint64_t bytes) const;
  void Advance();

  Session& session_;
  Staging* staging_;
  TaskGroup tasks_;
  HostRows source_, sink_;
  std::unique_ptr<StagedUpload> staged_upload_;
  std::unique_ptr<StagedDownload> staged_download_;
  cl_event latest_upload_ = nullptr;
  std::vector<cl_event> downloads_;
  uint64_t bytes_up_ = 0, bytes_down_ = 0;
};

}  // namespace lodestone::accel::opencl
