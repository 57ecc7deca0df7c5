#include "magick/core/calls/decode.hpp"

#include "accel/dispatch/dispatch.hpp"
#include "accel/dispatch/explain.hpp"
#include "accel/work.hpp"
#include "magick/core/calls/library_call.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/plain_pixels.hpp"
#include "magick/core/errors/required.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/resources/memory_claim.hpp"

namespace lodestone {
namespace {

int ReportRows(void* request, uint64_t done, uint64_t) {
  return static_cast<const DecodeRequest*>(request)->progress(done);
}

std::uint64_t PixelBytesOf(const PixelStore& store) {
  return std::uint64_t{store.columns()} * store.rows() * store.pixel_bytes();
}

// Whether there is memory that pixels, which get theirs later, are not going to lack, unless they
// would anyway.
bool ClaimBeside(std::uint64_t pixels, std::uint64_t bytes, MemoryClaim& claim) {
  const auto fits = [](std::uint64_t all) { return MemoryClaim().Acquire(all); };
  return (fits(pixels + bytes) || !fits(pixels)) && claim.Acquire(bytes);
}

class DecodeCall {
 public:
  explicit DecodeCall(const DecodeRequest& request)
      : request_(request), grey_(request.image->storage_class == PseudoClass) {}

  bool Execute(const std::function<void()>& otherwise) {
    const accel::Attempt attempt = Accelerated();
    if (attempt.done()) return true;
    if (attempt.parts.reason == MagickAccelerateCancelled) return false;
    const LibraryCall call{MagickAccelerateDecode, request_.library, request_.columns,
                           request_.rows,          request_.image,   Channels()};
    RunByLibrary(call, attempt, otherwise);
    return true;
  }

 private:
  accel::Attempt Accelerated() {
    if (request_.jpeg == nullptr)
      return accel::Declined(MagickAccelerateUnsupported, request_.reason);
    if (accel::Explaining()) return accel::Declined(MagickAccelerateUnsupported, kOnlyExplained);
    // `otherwise` meets the same limits, and says so.
    ReadableException unread(nullptr);
    if (!MakePixels(unread.get())) return accel::Failed(MagickAccelerateHostMemory, "no memory");
    const StoreReference to = request_.image->cache->Hold();
    MemoryClaim claim;  // not while the library decodes instead
    if (!ClaimBeside(PixelBytesOf(*to.get()), request_.scratch_bytes, claim))
      return accel::Declined(MagickAccelerateUnsupported, "the memory limit");
    // Only read.
    PlainPixels from(const_cast<std::uint8_t*>(request_.scan.data()), {request_.scan.size(), 1, 1},
                     PlainPixels::Use::kSource);
    MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateDecode);
    work.channels = Channels();
    work.jpeg = request_.jpeg;
    work.decoded = request_.decoded;
    work.source = from.View();
    work.destination = accel::HostView(nullptr, Narrow(to->columns()), Narrow(to->rows()),
                                       to->columns() * to->pixel_bytes());
    work.progress = ReportRows;
    work.progress_context = const_cast<DecodeRequest*>(&request_);
    const accel::WorkImages images{from.images(), {&to->device_pixels(), to.get()}};
    return accel::Dispatch({.works = {&work, 1}, .images = &images, .falls_back = true});
  }

  bool MakePixels(ExceptionInfo* exception) const {
    Image* const image = request_.image;
    return grey_ ? NewGreyPixelsToOverwrite(image, image->colors, exception)
                 : NewPixelsToOverwrite(image, exception);
  }

  MagickAccelerateChannels Channels() const {
    return grey_ ? MagickAccelerateGrey : MagickAccelerateOpaque;
  }

  const DecodeRequest& request_;
  const bool grey_;
};

}  // namespace

bool DecodePixels(const DecodeRequest& request, const std::function<void()>& otherwise) {
  ConnectLog();
  RecordPixelChange(request.image);
  return DecodeCall(request).Execute(otherwise);
}

}  // namespace lodestone
