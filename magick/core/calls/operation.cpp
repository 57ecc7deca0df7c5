#include "magick/core/calls/operation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "accel/dispatch/dispatch.hpp"
#include "accel/events/event_log.hpp"
#include "accel/dispatch/explain.hpp"
#include "accel/operation_table.hpp"
#include "accel/work.hpp"
#include "kernels/composite/composite_cpu.hpp"
#include "magick/colorspace.h"
#include "magick/core/errors/error.hpp"
#include "magick/log.h"
#include "magick/monitor.h"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/resource.h"
#include "magick/core/progress/progress.hpp"

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

// The function makes an opaque grey pixel of two.
bool KeepsGrey(kernels::CompositeFunction function) {
  using enum kernels::CompositeFunction;
  switch (function) {
    case kCopyRed:
    case kCopyGreen:
    case kCopyBlue:
    case kCopyOpacity:
    case kCopyDarkness:
    case kCopyIntensity:
    case kOut:
    case kXor:
    case kClear:
      return false;
    default:
      return true;
  }
}

// The three colours of a grey pixel stay equal.
bool KeepsGrey(const MagickAccelerateWork& work) {
  if (accel::HasSecond(work.operation))
    return KeepsGrey(static_cast<kernels::CompositeFunction>(work.composition.function));
  constexpr uint32_t kColors = 0b111;
  const uint32_t kept = work.finish.keep & kColors;
  const auto& around = accel::HasMaps(work.operation) ? work.maps.constant : work.border.constant;
  const auto& tables = work.lookup;
  const auto& fill = work.warp.fill;
  if (work.operation == MagickAccelerateNoise && work.noise.from_intensity == 0) return false;
  return (kept == 0 || kept == kColors) && around[0] == around[1] && around[1] == around[2] &&
         fill[0] == fill[1] && fill[1] == fill[2] && tables[0] == tables[1] &&
         tables[1] == tables[2];
}

// Every pixel of the result is as opaque as the source's.
bool KeepsOpacity(const MagickAccelerateWork& work) {
  constexpr std::size_t kOpacity = 3;
  return !work.lookup[kOpacity] && work.warp.fill[kOpacity] == OpaqueOpacity &&
         (work.operation != MagickAccelerateShear ||
          work.border.constant[kOpacity] == OpaqueOpacity) &&
         (!accel::HasMaps(work.operation) || work.maps.constant[kOpacity] == OpaqueOpacity);
}

// One-sample pixels can be processed as they are, with a result of one-sample pixels. Indexes are
// only known for shades taken from the source.
bool WorksOnSamples(const OperationRequest& request, const MagickAccelerateWork& work,
                    const PixelStore& from) {
  const bool indexes_follow = request.storage_class == DirectClass ||
                              (accel::CopiesPixels(request.operation) && from.levels() != 0);
  return from.grey() && indexes_follow && !HasOpacity(request.source) && KeepsGrey(work) &&
         KeepsOpacity(work) && accel::Takes(request.operation, MagickAccelerateGrey);
}

// Explains an image of which only the header was read. Its attributes stay as they are; its cache,
// which readers of a const image fill too, gets pixels that take no memory.
void AssumePixels(const Image* image, ExceptionInfo* exception) {
  if (image->cache->has_pixels()) return;
  const bool grey = image->is_grayscale && !HasOpacity(image);
  const unsigned long levels = image->storage_class == PseudoClass ? image->colors : 0;
  const auto layout = grey ? PixelLayout::Grey(levels) : PixelLayout::Packets(HasIndexes(image));
  StoreReference store(CreateStoreFor(image, layout, exception));
  if (store) image->cache->Take(std::move(store));
}

void ThrowFor(const OperationRun& run, const accel::Attempt& attempt, ExceptionInfo* exception) {
  if (!exception || exception->severity >= ErrorException) return;  // the monitor said why
  const std::string subject =
      std::string(accel::NameOf(run.work)) + " of `" + run.request.source->filename + "'";
  switch (attempt.parts.reason) {
    case MagickAccelerateCancelled:
      ThrowException(exception, MonitorError, "Operation cancelled", subject.c_str());
      return;
    case MagickAccelerateHostMemory:
      PixelBlock::ThrowShortage(subject.c_str(), exception);
      return;
    default:
      ThrowException(exception, AccelerateError, ("No accelerator ran " + subject).c_str(),
                     (std::string(MagickAccelerateReasonName(attempt.parts.reason)) + ": " +
                      attempt.parts.detail)
                         .c_str());
  }
}

}  // namespace

void ConnectLog() {
  static std::once_flag once;
  std::call_once(once, [] { accel::SetLogObserver({AccelerateEventsLogged, LogAccelerateEvent}); });
}

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
  // Sizes that callers have set by hand, before memory and time are spent on them. Intermediate
  // images may be larger than the limits for images.
  constexpr unsigned long kIntermediate = 8;
  const auto longest = static_cast<std::uint64_t>(
      std::max(GetMagickResourceLimit(WidthResource), GetMagickResourceLimit(HeightResource)));
  if (std::max(columns, rows) / kIntermediate > longest) {
    ThrowException(exception, ResourceLimitError, "Image pixel width or height limit exceeded",
                   reason);
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

void CopySamples(const PixelPacket& color, std::uint16_t* to) {
  Quantum samples[4];
  static_assert(sizeof samples == sizeof color);
  std::memcpy(samples, &color, sizeof samples);
  std::copy(std::begin(samples), std::end(samples), to);
}

void WeighInLight(const Image* source, MagickAccelerateWork* work) {
  if (!source->linear_light || !IsRGBColorspace(source->colorspace)) return;
  work->linear_light = 1;
  work->name = work->operation == MagickAccelerateBlur    ? "linear-blur"
               : work->operation == MagickAccelerateScale ? "linear-scale"
                                                          : "linear-resize";
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

// Operations on one source, on pixels as they are stored where possible, else on packets.
class Runs {
 public:
  Runs(std::span<const OperationRun> runs, ExceptionInfo* exception)
      : runs_(runs), request_(runs[0].request), exception_(exception) {}

  // False with the exception set.
  bool Execute() {
    if (request_.second) second_ = request_.second->cache->Hold();
    StoreReference from = HoldSource();
    if (!from) return HasNoPixels(request_.source);
    if (request_.second && !second_) return HasNoPixels(request_.second);
    if (from->columns() != request_.source->columns || from->rows() != request_.source->rows) {
      Throw(exception_, CacheError, "Pixels have the wrong size", request_.source->filename);
      return false;
    }
    if (WorksOnSamples(request_, runs_[0].work, *from.get()) && (!second_ || second_->grey())) {
      const accel::Attempt attempt = OnSamples(from.get());
      // A required device may support packets only.
      if (attempt.parts.reason != MagickAccelerateUnsupported) return Ended(attempt);
    }
    if (from->grey()) {
      from = StoreReference();
      if (!request_.source->cache->Readable(request_.source, exception_)) return false;
      from = HoldSource();
    }
    if (!MakeSecondReadable()) return false;
    for (const OperationRun& run : runs_)
      if (!MakePixelsFor(run)) return false;
    return Ended(Dispatch(Works(), from.get()));
  }

 private:
  bool HasNoPixels(const Image* image) {
    Throw(exception_, CacheError, "Pixel cache is not open", image->filename);
    return false;
  }

  // Before the reference is taken, others tell whether the pixels may be changed.
  StoreReference HoldSource() {
    in_place_ = request_.in_place && request_.source->cache->TakeForWriting();
    return request_.source->cache->Hold();
  }

  // Packets. False with the exception set.
  bool MakeSecondReadable() {
    if (!second_ || !second_->grey()) return true;
    if (!request_.second->cache->Readable(request_.second, exception_)) return false;
    second_ = request_.second->cache->Hold();
    return true;
  }

  bool MakePixelsFor(const OperationRun& run) {
    return run.work.grey_result
               ? NewGreyPixelsToOverwrite(run.destination, run.request.grey_levels, exception_)
               : NewPixelsToOverwrite(run.destination, exception_);
  }

  std::vector<MagickAccelerateWork> Works() {
    std::vector<MagickAccelerateWork> works;
    for (const OperationRun& run : runs_) {
      works.push_back(run.work);
      if (!HasMonitor()) continue;
      works.back().progress = ReportProgress;
      works.back().progress_context = &monitor_;
    }
    return works;
  }

  accel::Attempt OnSamples(PixelStore* from) {
    const bool indexed = request_.storage_class == PseudoClass;
    for (const OperationRun& run : runs_)
      if (!NewGreyPixelsToOverwrite(run.destination,
                                    indexed ? from->levels() : run.request.grey_levels, exception_))
        return accel::Failed(MagickAccelerateHostMemory, "no memory for the pixels");
    std::vector<MagickAccelerateWork> works = Works();
    for (MagickAccelerateWork& work : works) {
      work.channels = MagickAccelerateGrey;
      work.grey_result = 0;
      work.finish.keep &= 1;
    }
    in_place_ = in_place_ && from->levels() == request_.grey_levels;
    return Dispatch(std::move(works), from);
  }

  accel::Attempt Dispatch(std::vector<MagickAccelerateWork> works, PixelStore* from) {
    std::vector<StoreReference> to;
    std::vector<accel::WorkImages> images;
    for (std::size_t i = 0; i < works.size(); ++i) {
      to.push_back(runs_[i].destination->cache->Hold());
      works[i].source = View(*from);
      works[i].destination = View(*to[i].get());
      images.push_back({ImagesOf(from), ImagesOf(to[i].get())});
      images[i].in_place = in_place_ && from->pixel_bytes() == to[i]->pixel_bytes();
      if (!second_) continue;
      works[i].second = View(*second_.get());
      images[i].second = ImagesOf(second_.get());
    }
    return accel::Dispatch({works, images.data()});
  }

  bool Ended(const accel::Attempt& attempt) {
    if (!attempt.done()) ThrowFor(runs_[0], attempt, exception_);
    return attempt.done();
  }

  const std::span<const OperationRun> runs_;
  const OperationRequest& request_;  // the first; the others' differ in the size alone
  ExceptionInfo* const exception_;
  Monitor monitor_{request_, exception_};
  StoreReference second_;
  bool in_place_ = false;
};

}  // namespace

bool RunOperations(std::span<const OperationRun> runs, ExceptionInfo* exception) {
  const Image* source = runs[0].request.source;
  ConnectLog();
  if (accel::Explaining()) AssumePixels(source, exception);
  for (const OperationRun& run : runs) {
    RecordPixelChange(run.destination);
    if (!run.request.second && KeepsGrey(run.work))
      run.destination->is_grayscale = source->is_grayscale;
  }
  return Runs(runs, exception).Execute();
}

bool WroteOverSource(const Image* destination) {
  const StoreReference store = destination->cache->Hold();
  return !store || store->device_pixels().nowhere();
}

bool RunOperation(const OperationRequest& request, const MagickAccelerateWork& work,
                  Image* destination, ExceptionInfo* exception) {
  const OperationRun run{request, work, destination};
  return RunOperations({&run, 1}, exception);
}

}  // namespace lodestone
