#include "magick/operation.hpp"

#include <mutex>
#include <string>
#include <utility>

#include "accel/dispatch.hpp"
#include "accel/event_log.hpp"
#include "accel/explain.hpp"
#include "accel/operation_table.hpp"
#include "accel/work.hpp"
#include "magick/error.hpp"
#include "magick/log.h"
#include "magick/monitor.h"
#include "magick/pixel_cache.hpp"
#include "magick/progress.hpp"

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

// The acceleration layer knows nothing of this library's log until it is told.
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

// The store knows where the pixels are.
MagickAcceleratePixels View(const Image* image) {
  return accel::HostView(nullptr, static_cast<uint32_t>(image->columns),
                         static_cast<uint32_t>(image->rows), image->columns * sizeof(PixelPacket));
}

accel::Images ImagesOf(PixelStore* store) {
  return {&store->device_pixels(), store};
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
      ThrowException(exception, AccelerateError, ("No accelerator did the " + subject).c_str(),
                     (std::string(MagickAccelerateReasonName(attempt.parts.reason)) + ": " +
                      attempt.parts.detail)
                         .c_str());
  }
}

}  // namespace

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
  if (!MakePixelsToRewrite(image.get(), exception)) return nullptr;
  return image.release();
}

bool RunOperation(const OperationRequest& request, MagickAccelerateWork work, Image* destination,
                  ExceptionInfo* exception) {
  ConnectLog();
  const Image* source = request.source;
  // An image of which only the header was read can be explained as well.
  if (accel::Explaining() && !source->cache->store())
    (void)MakePixelsToRewrite(const_cast<Image*>(source), exception);
  PixelStore* from = source->cache->store();
  if (!from) {
    Throw(exception, CacheError, "Pixel cache is not open", source->filename);
    return false;
  }
  NotePixelChange(destination);
  Monitor monitor{request, exception};
  work.source = View(source);
  work.destination = View(destination);
  if (HasMonitor()) {
    work.progress = ReportProgress;
    work.progress_context = &monitor;
  }
  const accel::WorkImages images{ImagesOf(from), ImagesOf(destination->cache->store())};
  const accel::Attempt attempt = accel::Dispatch(work, &images);
  if (!attempt.done()) ThrowFor(request, attempt, exception);
  return attempt.done();
}

}  // namespace lodestone
