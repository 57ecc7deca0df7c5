// Progress reports to the program's monitor, one at a time.
#include "magick/monitor.h"

#include <atomic>
#include <chrono>
#include <cstdarg>
#include <mutex>

#include "accel/events/event_log.hpp"
#include "accel/modules/retest.hpp"
#include "base/retest_text.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/core/log/log_output.hpp"
#include "magick/utility.h"

namespace {

std::atomic<MonitorHandler> monitor_handler{nullptr};

std::mutex& MonitorMutex() {
  static constinit std::mutex mutex;
  return mutex;
}

// The monitor may call the library, which may report progress in turn; that must not deadlock.
thread_local bool is_reporting = false;

// With the lock held.
MagickPassFail Report(const char* text, magick_int64_t quantum, magick_uint64_t span,
                      ExceptionInfo* exception) {
  const MonitorHandler handler = monitor_handler.load();
  if (handler == nullptr) return MagickPass;
  is_reporting = true;
  const MagickPassFail result = handler(text, quantum, span, exception);
  is_reporting = false;
  return result;
}

// For threads that hold other locks: who has this one may wait for those. False: cancelled.
bool ReportIfFree(const char* text, magick_int64_t quantum, magick_uint64_t span) {
  if (is_reporting) return true;
  const std::unique_lock<std::mutex> lock(MonitorMutex(), std::try_to_lock);
  return !lock.owns_lock() || Report(text, quantum, span, nullptr) != MagickFail;
}

bool TellOfRetest(std::chrono::milliseconds passed, std::chrono::milliseconds longest) {
  return ReportIfFree(lodestone::kRetestText, passed.count(),
                      static_cast<magick_uint64_t>(longest.count()) + 1);
}

}  // namespace

lodestone::MonitorSilence::MonitorSilence() : before_(is_reporting) {
  is_reporting = true;
}

lodestone::MonitorSilence::~MonitorSilence() {
  is_reporting = before_;
}

bool lodestone::HasMonitor() {
  return monitor_handler.load() != nullptr;
}

lodestone::GiveUp lodestone::WhoGivesUp() {
  const auto cancelled = [] { return !ReportIfFree("Waiting for a pipe", 0, 1); };
  return HasMonitor() ? cancelled : GiveUp{};
}

MonitorHandler SetMonitorHandler(MonitorHandler handler) {
  const MonitorHandler before = monitor_handler.exchange(handler);
  lodestone::SetLogGiveUp(lodestone::WhoGivesUp());
  lodestone::accel::SetLogGiveUp(lodestone::WhoGivesUp());
  lodestone::accel::SetRetestMonitor(handler == nullptr ? nullptr : TellOfRetest);
  return before;
}

MagickPassFail MagickMonitor(const char* text, const magick_int64_t quantum,
                             const magick_uint64_t span, ExceptionInfo* exception) {
  if (monitor_handler.load() == nullptr || is_reporting) return MagickPass;
  const std::lock_guard<std::mutex> lock(MonitorMutex());
  const MagickPassFail result = Report(text, quantum, span, exception);
  if (result == MagickFail && exception != nullptr && exception->severity < ErrorException) {
    ThrowException(exception, MonitorError, "Operation cancelled by the progress monitor", text);
  }
  return result;
}

MagickPassFail MagickMonitorFormatted(const magick_int64_t quantum, const magick_uint64_t span,
                                      ExceptionInfo* exception, const char* format, ...) {
  if (monitor_handler.load() == nullptr) return MagickPass;
  char text[MaxTextExtent];
  va_list operands;
  va_start(operands, format);
  MagickFormatStringList(text, sizeof(text), format, operands);
  va_end(operands);
  return MagickMonitor(text, quantum, span, exception);
}
