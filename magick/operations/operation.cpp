#include "magick/operations/operation.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include "accel/dispatch/dispatch.hpp"
#include "accel/events/event_log.hpp"
#include "accel/dispatch/explain.hpp"
#include "accel/operation_table.hpp"
#include "accel/work.hpp"
#include "magick/core/error.hpp"
#include "magick/log.h"
#include "magick/monitor.h"
#include "magick/pixels/pixel_cache.hpp"
#include "magick/core/progress.hpp"

namespace lodestone {
namespace {

bool AccelerateEventsLogged() {
  return IsEventLogged(AccelerateEvent) != MagickFalse;
}

void LogAccelerateEvent(const accel::LogLine& line) {
  (void)LogMagickEvent(AccelerateEvent, std::string(line.module).c_str(),
                       std::string(line.function).c_str(), line.line, "%.*s",
                       static_cast<int>(line.message.size()), line.message.data());
}

// The acceleration layer does not know this library's log until it is connected.
void ConnectLog() {
  static std::once_flag once;
  std::call_once(once, [] { accel::SetLogObserver({AccelerateEventsLogged, LogAccelerateEvent}); });
}

struct Monitor {
  const OperationRequest& request;
  ExceptionInfo* exception;
};

int ReportProgress(void* context, uint64_t done, uint64_t span) {
  const Monitor& monitor = *static_cast<const Monitor*>(context);
  // The monitor counts from 0 to span - 1.
  return MagickMonitorFormatted(static_cast<magick_int64_t>(done - 1), span, monitor.exception,
                                monitor.request.progress_text,
                                monitor.request.source->filename) != MagickFail;
}

// Only dimensions: the store knows where the pixels are.
MagickAcceleratePixels View(const PixelStore& store) {
  return accel::HostView(nullptr, static_cast<uint32_t>(store.columns()),
                         static_cast<uint32_t>(store.rows()),
                         store.columns() * store.pixel_bytes());
}

accel::Images ImagesOf(PixelStore* store) {
  return {&store->device_pixels(), store};
}

// The three colours of a grey pixel stay equal.
bool KeepsGrey(const MagickAccelerateWork& work) {
  constexpr uint32_t kColors = 0b111;
  const uint32_t kept = work.finish.keep & kColors;
  const auto& around = work.border.constant;
  const auto& tables = work.point.tables;
  return (kept == 0 || kept == kColors) && around[0] == around[1] && around[1] == around[2] &&
         tables[0] == tables[1] && tables[1] == tables[2];
}

// Every pixel of the result is copied from the source.
bool PicksPixels(MagickAccelerateOperation operation) {
  return accel::GetOperation(operation).family == accel::Family::kSample;
}

// One-sample pixels can be processed as they are, with a result of one-sample pixels. Indexes are
// only known for shades taken from the source.
bool WorksOnSamples(const OperationRequest& request, const MagickAccelerateWork& work,
                    const PixelStore& from) {
  const bool indexes_follow = request.storage_class == DirectClass ||
                              (PicksPixels(request.operation) && from.levels() != 0);
  return from.grey() && indexes_follow && !HasOpacity(request.source) && KeepsGrey(work) &&
         accel::Takes(request.operation, MagickAccelerateGrey);
}

// Allows explaining an image of which only the header was read.
void AssumePixels(Image* image, ExceptionInfo* exception) {
  if (image->cache->has_pixels()) return;
  const bool grey = image->is_grayscale && !HasOpacity(image);
  const unsigned long levels = image->storage_class == PseudoClass ? image->colors : 0;
  (void)(grey ? NewGreyPixelsToOverwrite(image, levels, exception)
              : NewPixelsToOverwrite(image, exception));
}

void ThrowFor(const OperationRequest& request, const accel::Attempt& attempt,
              ExceptionInfo* exception) {
  if (exception->severity >= ErrorException) return;  // the monitor said why
  const char* name = accel::GetOperation(request.operation).name;
  const std::string subject = std::string(name) + " of `" + request.source->filename + "'";
  switch (attempt.parts.reason) {
    case MagickAccelerateCancelled:
      ThrowException(exception, MonitorError, "Operation cancelled", subject.c_str());
      return;
    case MagickAccelerateHostMemory:
      ThrowException(exception, ResourceLimitError, "Memory allocation failed", subject.c_str());
      return;
    default:
      ThrowException(exception, AccelerateError, ("No accelerator ran " + subject).c_str(),
                     (std::string(MagickAccelerateReasonName(attempt.parts.reason)) + ": " +
                      attempt.parts.detail)
                         .c_str());
  }
}

}  // namespace

bool SizeIsUsable(unsigned long columns, unsigned long rows, const char* reason,
                  const char* zero_description, ExceptionInfo* exception) {
  if (columns == 0 || rows == 0) {
    ThrowException(exception, ImageError, reason, zero_description);
    return false;
  }
  constexpr unsigned long kMaxSide = std::numeric_limits<std::uint32_t>::max();
  if (columns > kMaxSide || rows > kMaxSide) {
    ThrowException(exception, ResourceLimitError, "Image pixel width or height limit exceeded",
                   "a side is longer than 4294967295 pixels");
    return false;
  }
  return true;
}

bool AreFinite(std::initializer_list<NamedNumber> numbers, const char* reason,
               ExceptionInfo* exception) {
  for (const NamedNumber& number : numbers) {
    if (std::isfinite(number.value)) continue;
    ThrowException(exception, OptionError, reason,
                   (std::string(number.name) + " must be finite").c_str());
    return false;
  }
  return true;
}

ImageHolder::~ImageHolder() {
  DestroyImage(image_);
}

Image* ImageHolder::release() {
  return std::exchange(image_, nullptr);
}

Image* MakeDestination(const OperationRequest& request, ExceptionInfo* exception) {
  ImageHolder image(
      CloneImage(request.source, request.columns, request.rows, MagickTrue, exception));
  if (!image.get()) return nullptr;
  image.get()->storage_class = request.storage_class;
  if (request.intermediate) image.get()->cache->SetIntermediate();
  if (!CheckImagePixelLimits(image.get(), exception)) return nullptr;
  return image.release();
}

namespace {

// One operation, on pixels as they are stored where possible, else on packets.
class Run {
 public:
  Run(const OperationRequest& request, const MagickAccelerateWork& work, Image* destination,
      ExceptionInfo* exception)
      : request_(request), work_(work), destination_(destination), exception_(exception) {
    if (!HasMonitor()) return;
    work_.progress = ReportProgress;
    work_.progress_context = &monitor_;
  }

  // False with the exception set.
  bool Execute() {
    StoreReference from = request_.source->cache->Hold();
    if (!from) {
      Throw(exception_, CacheError, "Pixel cache is not open", request_.source->filename);
      return false;
    }
    if (from->columns() != request_.source->columns || from->rows() != request_.source->rows) {
      Throw(exception_, CacheError, "Pixels have the wrong size", request_.source->filename);
      return false;
    }
    if (WorksOnSamples(request_, work_, *from.get())) {
      const accel::Attempt attempt = OnSamples(from.get());
      // A required device may support packets only.
      if (attempt.parts.reason != MagickAccelerateUnsupported) return Ended(attempt);
    }
    if (from->grey()) {
      if (!request_.source->cache->Readable(request_.source, exception_)) return false;
      from = request_.source->cache->Hold();
    }
    return NewPixelsToOverwrite(destination_, exception_) && Ended(Dispatch(work_, from.get()));
  }

 private:
  accel::Attempt OnSamples(PixelStore* from) {
    const bool indexed = request_.storage_class == PseudoClass;
    if (!NewGreyPixelsToOverwrite(destination_, indexed ? from->levels() : 0, exception_))
      return accel::Failed(MagickAccelerateHostMemory, "no memory for the pixels");
    MagickAccelerateWork work = work_;
    work.channels = MagickAccelerateGrey;
    work.finish.keep &= 1;
    return Dispatch(work, from);
  }

  accel::Attempt Dispatch(MagickAccelerateWork work, PixelStore* from) {
    const StoreReference to = destination_->cache->Hold();
    work.source = View(*from);
    work.destination = View(*to.get());
    const accel::WorkImages images{ImagesOf(from), ImagesOf(to.get())};
    return accel::Dispatch(work, &images);
  }

  bool Ended(const accel::Attempt& attempt) {
    if (!attempt.done()) ThrowFor(request_, attempt, exception_);
    return attempt.done();
  }

  const OperationRequest& request_;
  MagickAccelerateWork work_;
  Image* const destination_;
  ExceptionInfo* const exception_;
  Monitor monitor_{request_, exception_};
};

}  // namespace

bool RunOperation(const OperationRequest& request, const MagickAccelerateWork& work,
                  Image* destination, ExceptionInfo* exception) {
  ConnectLog();
  if (accel::Explaining()) AssumePixels(const_cast<Image*>(request.source), exception);
  RecordPixelChange(destination);
  if (KeepsGrey(work)) destination->is_grayscale = request.source->is_grayscale;
  return Run(request, work, destination, exception).Execute();
}

}  // namespace lodestone
