// Progress reports to the program's monitor, one at a time.
#include "magick/monitor.h"

#include <atomic>
#include <cstdarg>
#include <mutex>

#include "magick/core/give_up.hpp"
#include "magick/core/progress.hpp"
#include "magick/utility.h"

namespace {

std::atomic<MonitorHandler> monitor_handler{nullptr};

std::mutex& MonitorMutex() {
  static constinit std::mutex mutex;
  return mutex;
}

// The monitor may call the library, which may report progress in turn; that must not deadlock.
thread_local bool is_reporting = false;

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
  const auto cancelled = [] {
    return MagickMonitor("Waiting for input", 0, 1, nullptr) == MagickFail;
  };
  return HasMonitor() ? cancelled : GiveUp{};
}

MonitorHandler SetMonitorHandler(MonitorHandler handler) {
  return monitor_handler.exchange(handler);
}

MagickPassFail MagickMonitor(const char* text, const magick_int64_t quantum,
                             const magick_uint64_t span, ExceptionInfo* exception) {
  if (monitor_handler.load() == nullptr || is_reporting) return MagickPass;
  const std::lock_guard<std::mutex> lock(MonitorMutex());
  const MonitorHandler handler = monitor_handler.load();
  if (handler == nullptr) return MagickPass;
  is_reporting = true;
  const MagickPassFail result = handler(text, quantum, span, exception);
  is_reporting = false;
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
