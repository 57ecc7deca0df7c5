// Uploads and downloads of pixels.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "accel/gpu/transfers/options.hpp"
#include "accel/gpu/transfers/staging.hpp"

namespace lodestone::accel::gpu {

// An image in host memory.
HostRows RowsOf(const MagickAcceleratePixels& pixels, size_t pixel_bytes);

// An image in host memory that kernels access directly. Empty if the device has memory of its own,
// the alignment is not right, or another call is using that memory.
class SharedImage {
 public:
  SharedImage() = default;
  SharedImage(Session& session, const MagickAcceleratePixels& pixels, size_t pixel_bytes,
              Access access);

  explicit operator bool() const { return static_cast<bool>(buffer_); }
  Memory* buffer() const { return buffer_.get(); }
  uint32_t stride_px() const { return stride_px_; }

  // Waits for the kernels and makes the host's view of its own memory valid; transfers nothing.
  void MakeVisible(Session& session) const;

 private:
  HostRanges::Claim claim_;  // outlives the buffer
  MemoryOwner buffer_;
  size_t bytes_ = 0;
  uint32_t stride_px_ = 0;
};

// True if kernels may access host memory directly.
bool WorksInHostMemory(const DeviceFacts& facts, SharePolicy policy);

// The transfers of a call: directly from and to pinned memory, through staging otherwise. Strips
// are counted from 0.
class Transfers {
 public:
  // staging: null for none.
  Transfers(Session& session, Staging* staging) : session_(session), staging_(staging) {}
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  // Announces what Upload will be called for, in this order.
  void ScheduleUploads(std::vector<HostStrip> strips);
  // Returns once the strip is enqueued, to run after `after` unless that is null.
  void Upload(size_t strip, const DeviceRows& to, const Event* after);
  // Null before the first upload.
  const Event* LatestUpload() const { return latest_upload_; }

  // Announces how much Download will be called for.
  void ScheduleDownloads(const HostRows& image, uint64_t bytes);
  // Strips are downloaded in order; the kernels that read them may be enqueued later.
  void Download(const DeviceRows& from, const Event* after);
  // Returns once a strip is enqueued, with its last command.
  const Event* DownloadOf(size_t strip);

  // Returns once all downloads are enqueued, and staged ones have arrived.
  void Finish();

  uint64_t bytes_up() const { return bytes_up_; }
  uint64_t bytes_down() const { return bytes_down_; }

 private:
  StagingRings::Lease RingFor(Stage direction, const HostRows& image, uint64_t bytes) const;
  void Advance();

  Session& session_;
  Staging* staging_;
  TaskGroup tasks_;
  std::vector<HostStrip> sources_;
  HostRows destination_;
  std::unique_ptr<StagedUpload> staged_upload_;
  std::unique_ptr<StagedDownload> staged_download_;
  const Event* latest_upload_ = nullptr;
  std::vector<const Event*> downloads_;
  uint64_t bytes_up_ = 0, bytes_down_ = 0;
};

}  // namespace lodestone::accel::gpu
