#include "magick/core/calls/encode.hpp"

#include <new>

#include "accel/dispatch/dispatch.hpp"
#include "accel/dispatch/explain.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"
#include "magick/core/calls/library_call.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/plain_pixels.hpp"
#include "magick/core/errors/required.hpp"
#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

int ReportRows(void* context, uint64_t done, uint64_t span) {
  const auto& request = *static_cast<const EncodeRequest*>(context);
  return request.progress(done * request.image->rows / span);
}

class EncodeCall {
 public:
  EncodeCall(const EncodeRequest& request, EncodedScan& scan) : request_(request), scan_(scan) {}

  bool Execute(const std::function<void()>& otherwise) {
    const accel::Attempt attempt = Accelerated();
    if (attempt.done()) return true;
    scan_ = {};
    if (attempt.parts.reason == MagickAccelerateCancelled) return false;
    const Image* const image = request_.image;
    const LibraryCall call{
        MagickAccelerateEncode, request_.library, image->columns, image->rows, image, Channels()};
    RunByLibrary(call, attempt, otherwise);
    return true;
  }

 private:
  accel::Attempt Accelerated() {
    if (request_.encoding == nullptr)
      return accel::Declined(MagickAccelerateUnsupported, request_.reason);
    if (accel::Explaining()) return accel::Declined(MagickAccelerateUnsupported, kOnlyExplained);
    const std::size_t room = kernels::JpegRoom(*request_.encoding);
    try {
      scan_.memory = kernels::NewAligned<std::uint8_t>(room);
    } catch (const std::bad_alloc&) {
      return accel::Failed(MagickAccelerateHostMemory, "no memory");
    }
    PlainPixels to(scan_.memory.get(), {room, 1, 1}, PlainPixels::Use::kDestination);
    MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateEncode);
    work.channels = Channels();
    work.encoding = request_.encoding;
    work.encoded = &scan_.encoded;
    work.destination = to.View();
    work.progress = ReportRows;
    work.progress_context = const_cast<EncodeRequest*>(&request_);
    return request_.samples != nullptr ? FromSamples(work, to) : FromPixels(work, to);
  }

  accel::Attempt FromSamples(MagickAccelerateWork& work, PlainPixels& to) {
    // Only read.
    PlainPixels from(const_cast<Quantum*>(request_.samples),
                     {request_.image->columns, request_.image->rows, sizeof(Quantum)},
                     PlainPixels::Use::kSource);
    work.source = from.View();
    return Run(work, from.images(), to);
  }

  accel::Attempt FromPixels(MagickAccelerateWork& work, PlainPixels& to) {
    const Image* const image = request_.image;
    StoreReference from = image->cache->Hold();
    if (from && from->grey() && !IsGrey()) {
      // `otherwise` meets the same limits, and says so.
      ReadableException unread(nullptr);
      from = StoreReference();
      if (image->cache->Readable(image, unread.get())) from = image->cache->Hold();
    }
    if (!from || from->grey() != IsGrey() || from->columns() != image->columns ||
        from->rows() != image->rows)
      return accel::Declined(MagickAccelerateUnsupported, "other pixels");
    work.source = accel::HostView(nullptr, Narrow(from->columns()), Narrow(from->rows()),
                                  from->columns() * from->pixel_bytes());
    return Run(work, {&from->device_pixels(), from.get()}, to);
  }

  static accel::Attempt Run(const MagickAccelerateWork& work, accel::Images from, PlainPixels& to) {
    const accel::WorkImages images{from, to.images()};
    return accel::Dispatch({.works = {&work, 1}, .images = &images, .falls_back = true});
  }

  bool IsGrey() const { return request_.encoding != nullptr && request_.encoding->components == 1; }
  MagickAccelerateChannels Channels() const {
    return IsGrey() ? MagickAccelerateGrey : MagickAccelerateOpaque;
  }

  const EncodeRequest& request_;
  EncodedScan& scan_;
};

}  // namespace

bool EncodePixels(const EncodeRequest& request, EncodedScan& scan,
                  const std::function<void()>& otherwise) {
  ConnectLog();
  return EncodeCall(request, scan).Execute(otherwise);
}

}  // namespace lodestone
