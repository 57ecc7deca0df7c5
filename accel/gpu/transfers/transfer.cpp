#include "accel/gpu/transfers/transfer.hpp"

#include <algorithm>

namespace lodestone::accel::gpu {
namespace {

// For shared memory: a cache line on CPUs, a page elsewhere, so that no driver needs to copy.
constexpr size_t kCpuAlignment = 64, kGpuAlignment = 4096;

// Between polls of transfers through staging memory.
constexpr uint64_t kPollNs = 30'000;

uint64_t BytesOf(Rows rows, size_t row_bytes) {
  return uint64_t{rows.end - rows.begin} * row_bytes;
}

}  // namespace

HostRows RowsOf(const MagickAcceleratePixels& pixels, size_t pixel_bytes) {
  return {static_cast<unsigned char*>(pixels.data), pixels.stride_bytes,
          pixels.columns * pixel_bytes, pixels.pinned != 0};
}

bool WorksInHostMemory(const DeviceFacts& facts, SharePolicy policy) {
  return policy != SharePolicy::kNever && facts.unified_memory;
}

SharedImage::SharedImage(Session& session, const MagickAcceleratePixels& pixels, size_t pixel_bytes,
                         Access access) {
  const DeviceFacts& facts = session.facts();
  const size_t alignment = facts.is_cpu() ? kCpuAlignment : kGpuAlignment;
  const size_t stride_px = pixels.stride_bytes / pixel_bytes;
  if (reinterpret_cast<uintptr_t>(pixels.data) % alignment != 0 ||
      pixels.stride_bytes % pixel_bytes != 0 || stride_px > UINT32_MAX) {
    return;
  }
  bytes_ = pixels.stride_bytes * (pixels.rows - 1) + pixels.columns * pixel_bytes;
  if (bytes_ > facts.allocation_bytes) return;
  claim_ = session.ranges().Take(pixels.data, bytes_);
  if (!claim_) return;
  buffer_ = session.context().Share(pixels.data, bytes_, access);
  if (!buffer_) claim_ = {};
  stride_px_ = static_cast<uint32_t>(stride_px);
}

void SharedImage::MakeVisible(Session& session) const {
  // Waiting in the driver could keep a CPU busy all the time.
  if (const Event* kernels = session.timeline().Latest(Stage::kKernel)) {
    session.Flush(Stage::kKernel);
    session.WaitFor(*kernels);
  }
  for (EventOwner& command : session.queue().Synchronize(*buffer_, bytes_))
    session.timeline().Add(Stage::kDownload, std::move(command));
}

StagingRings::Lease Transfers::RingFor(Stage direction, const HostRows& image,
                                       uint64_t bytes) const {
  if (!staging_) return {};
  return staging_->Take(direction, session_.context(), image, bytes);
}

void Transfers::ScheduleUploads(std::vector<HostStrip> strips) {
  sources_ = std::move(strips);
  HostRows widest;
  uint64_t staged = 0;
  for (const HostStrip& strip : sources_) {
    const uint64_t bytes = BytesOf(strip.rows, strip.image.row_bytes);
    bytes_up_ += bytes;
    if (strip.image.pinned) continue;
    staged += bytes;
    if (strip.image.row_bytes > widest.row_bytes) widest = strip.image;
  }
  if (staged == 0) return;
  auto ring = RingFor(Stage::kUpload, widest, staged);
  if (!ring) return;
  staged_upload_ = std::make_unique<StagedUpload>(session_, *staging_, std::move(ring), tasks_);
  staged_upload_->Schedule(sources_);
  staged_upload_->Advance();
}

void Transfers::Upload(size_t strip, const DeviceRows& to, const Event* after) {
  if (to.rows.begin == to.rows.end) return;
  if (staged_upload_ && !sources_[strip].image.pinned) {
    while (!staged_upload_->Send(strip, to, after)) Advance();
    latest_upload_ = staged_upload_->Latest();
    return;
  }
  latest_upload_ = EnqueueWrite(session_, sources_[strip].image, to, after);
  session_.Flush(Stage::kUpload);
}

void Transfers::ScheduleDownloads(const HostRows& image, uint64_t bytes) {
  destination_ = image;
  bytes_down_ = bytes;
  if (auto ring = RingFor(Stage::kDownload, image, bytes)) {
    staged_download_ =
        std::make_unique<StagedDownload>(session_, *staging_, std::move(ring), image, tasks_);
  }
}

void Transfers::Download(const DeviceRows& from, const Event* after) {
  if (staged_download_) {
    staged_download_->Add(from, after);
    staged_download_->Advance();
    return;
  }
  downloads_.push_back(EnqueueRead(session_, from, destination_, after));
  session_.Flush(Stage::kDownload);
}

const Event* Transfers::DownloadOf(size_t strip) {
  if (!staged_download_) return downloads_[strip];
  while (!staged_download_->Enqueued(strip)) Advance();
  return staged_download_->LatestOf(strip);
}

void Transfers::Finish() {
  while (staged_download_ && !staged_download_->done()) Advance();
}

void Transfers::Advance() {
  bool moved = staged_upload_ && staged_upload_->Advance();
  moved = (staged_download_ && staged_download_->Advance()) || moved;
  if (!moved) tasks_.WaitForOne(kPollNs);
}

}  // namespace lodestone::accel::gpu
