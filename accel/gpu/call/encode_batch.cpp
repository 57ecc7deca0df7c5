// Images that are encoded as JPEG together.

#include <algorithm>
#include <vector>

#include "accel/gpu/call/batch_queue.hpp"
#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/operations/jpeg_encode.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {
namespace {

class ImageCall : public BatchCall {
 public:
  static std::unique_ptr<BatchCall> Of(const BatchWork& work) {
    return std::make_unique<ImageCall>(work, PlanEncoding(work.work));
  }
  ImageCall(const BatchWork& work, const LsEncode& plan)
      : BatchCall(work, EncodeLayout({plan}).bytes), plan(plan) {}

  const LsEncode plan;
};

EncodeLayout LayOut(std::span<BatchCall* const> calls) {
  std::vector<LsEncode> plans;
  for (const BatchCall* call : calls) plans.push_back(static_cast<const ImageCall*>(call)->plan);
  return EncodeLayout(std::move(plans));
}

// From where the sources are, or are uploaded to, into one memory for all, then to the host.
class EncodeBatch {
 public:
  EncodeBatch(Session& session, Staging* staging, std::span<BatchCall* const> calls)
      : session_(session),
        staging_(staging),
        calls_(calls),
        layout_(LayOut(calls)),
        memory_(TakeBatchMemory(session, layout_.bytes)),
        uploads_(session, staging) {}
  ~EncodeBatch() { session_.Drain(); }
  EncodeBatch(const EncodeBatch&) = delete;
  EncodeBatch& operator=(const EncodeBatch&) = delete;

  void Run(MagickAccelerateParts* parts) {
    Upload();
    std::vector<ImageToEncode> images;
    uint64_t kernels_ns = 0;
    for (const BatchCall* call : calls_) {
      const MagickAcceleratePixels& from = call->work.source;
      images.push_back({call->work,
                        call->program,
                        call->kernels,
                        {from.buffer->get(), from.buffer->StrideOf(from.columns), 0}});
      kernels_ns += call->kernels_ns;
    }
    session_.Expect(kernels_ns);
    EncodeImages(session_, layout_, memory_.get(), memory_.get(), images);
    for (size_t i = 0; i < calls_.size(); ++i) {
      if (images[i].refusal)
        calls_[i]->error = std::make_exception_ptr(
            Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, images[i].refusal));
      else
        Download(*calls_[i], layout_.plans[i].scan);
    }
    session_.Finish(parts);
    for (const BatchCall* call : calls_) Tell(*call);
  }

 private:
  void Upload() {
    std::vector<HostStrip> strips;
    std::vector<Memory*> buffers;
    for (const BatchCall* call : calls_) {
      const MagickAcceleratePixels& from = call->work.source;
      if (from.in_buffer) continue;
      strips.push_back({RowsOf(from, PixelBytes(call->work)), {0, from.rows}});
      buffers.push_back(from.buffer->get());
    }
    if (strips.empty()) return;
    uploads_.ScheduleUploads(strips);
    for (size_t i = 0; i < strips.size(); ++i)
      uploads_.Upload(i, {strips[i].rows, buffers[i], 0}, nullptr);
  }

  // Those that are staged follow one another. Bytes are rows of one, so that they can be cut
  // anywhere.
  void Download(const BatchCall& call, uint64_t scan) {
    const MagickAcceleratePixels& to = call.work.destination;
    const uint32_t bytes = call.work.encoded->bytes;
    Transfers transfers(session_, staging_);
    transfers.ScheduleDownloads({static_cast<unsigned char*>(to.data), 1, 1, to.pinned != 0},
                                bytes);
    transfers.Download({{0, bytes}, memory_.get(), 0, scan}, nullptr);
    transfers.Finish();
  }

  // Once nothing has to be tried again.
  static void Tell(const BatchCall& call) {
    const MagickAcceleratePixels& from = call.work.source;
    call.parts->resident = from.in_buffer;
    if (!from.in_buffer)
      call.parts->bytes_up += uint64_t{from.columns} * PixelBytes(call.work) * from.rows;
    if (!call.error) call.parts->bytes_down += call.work.encoded->bytes;
  }

  Session& session_;
  Staging* const staging_;
  const std::span<BatchCall* const> calls_;
  const EncodeLayout layout_;
  DeviceMemory::Block memory_;
  Transfers uploads_;  // ends before the memory that it uses
};

bool Takes(const MagickAccelerateWork& work) {
  return work.operation == MagickAccelerateEncode && work.source.buffer &&
         !work.destination.buffer && work.destination.data;
}

void Run(Session& session, Staging* staging, std::span<BatchCall* const> calls,
         MagickAccelerateParts* parts) {
  EncodeBatch(session, staging, calls).Run(parts);
}

}  // namespace

// Most kernels take as long for one image as for twenty, so that few large batches are faster than
// several small ones.
const BatchKind kEncodeBatches = {Takes, ImageCall::Of, Run, 1};

}  // namespace lodestone::accel::gpu
