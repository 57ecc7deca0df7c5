// The event log: settings, the switch that costs nothing when it is off, and delivery.
#include "magick/log.h"

#include <pthread.h>

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <string>

#include "base/on_first_use.hpp"
#include "base/printable_text.hpp"
#include "magick/core/enums/enum_range.hpp"
#include "magick/core/log/log_events.hpp"
#include "magick/core/log/log_output.hpp"
#include "magick/core/log/log_settings.hpp"

namespace {

using lodestone::LogRecord;
using lodestone::LogSettings;

// Not a mask: the log has not been used yet, so the environment has not been read.
constexpr unsigned long kUnknownMask = 0x80000000UL;

std::atomic<unsigned long> event_mask{kUnknownMask};

struct Log {
  LogSettings settings;
  lodestone::LogFile file;
};

Log& GetLog() {
  static constinit lodestone::OnFirstUse<Log> log;
  return log.Get();
}

// One event is delivered at a time. This lock comes before that of the settings.
constinit std::mutex delivery;
// Of the settings. Nothing that it is held for waits for other locks.
constinit std::mutex state;

// Events raised by a callback are dropped: it runs under the lock, and they would never end.
thread_local bool is_delivering = false;

// A child process has the settings complete, and locks that no thread holds but its own. What is
// being delivered is not waited for: a callback may need what the forking thread holds.
void BeforeFork() {
  state.lock();
}
void AfterForkInParent() {
  state.unlock();
}
void AfterForkInChild() {
  state.unlock();
  if (!is_delivering) new (&delivery) std::mutex;
}
[[maybe_unused]] const int kForkRegistered =
    pthread_atfork(BeforeFork, AfterForkInParent, AfterForkInChild);

// The lock of the settings, after the environment and the configuration have been read once.
std::unique_lock<std::mutex> LockState() {
  Log& log = GetLog();
  std::unique_lock<std::mutex> lock(state);
  if (event_mask.load(std::memory_order_relaxed) == kUnknownMask) {
    lodestone::LoadLogConfiguration(&log.settings);
    const char* events = std::getenv("MAGICK_DEBUG");
    if (events != nullptr) log.settings.events = lodestone::ParseEventMask(events);
    event_mask.store(log.settings.events, std::memory_order_relaxed);
  }
  return lock;
}

unsigned long Mask() {
  const unsigned long mask = event_mask.load(std::memory_order_relaxed);
  if (mask != kUnknownMask) [[likely]]
    return mask;
  try {
    LockState();
  } catch (const std::exception&) {
    return NoEventsMask;
  }
  return event_mask.load(std::memory_order_relaxed);
}

// Changes the settings under the lock. If memory runs out, they stay as they were.
template <typename Change>
void ChangeSettings(Change change) {
  if (is_delivering) return;
  try {
    const std::lock_guard undisturbed(delivery);
    Log& log = GetLog();
    log.file.Close();
    const auto lock = LockState();
    change(log.settings);
    event_mask.store(log.settings.events, std::memory_order_relaxed);
  } catch (const std::exception&) {
    return;
  }
}

LogSettings Settings() {
  const auto lock = LockState();
  return GetLog().settings;
}

bool Print(std::FILE* stream, const LogSettings& settings, const LogRecord& record) {
  const std::string text =
      lodestone::TextFor(stream, lodestone::FormatLogRecord(settings.format, record) + "\n");
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size() &&
         std::fflush(stream) == 0;
}

bool Deliver(const LogRecord& record) {
  const std::lock_guard lock(delivery);
  const LogSettings settings = Settings();
  if (settings.method != nullptr) {
    const std::string line = lodestone::FormatFixedLine(record);
    settings.method(record.type, line.c_str());
    return true;
  }
  bool written = true;
  if ((settings.output & StdoutOutput) != 0) written &= Print(stdout, settings, record);
  if ((settings.output & StderrOutput) != 0) written &= Print(stderr, settings, record);
  if ((settings.output & (TXTFileOutput | XMLFileOutput)) != 0) {
    written &= GetLog().file.Write(settings, record);
  }
  return written;
}

std::string FormatMessage(const char* format, va_list operands) {
  va_list again;
  va_copy(again, operands);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length <= 0) return {};
  std::string message(static_cast<size_t>(length) + 1, '\0');
  std::vsnprintf(message.data(), message.size(), format, operands);
  message.pop_back();
  return message;
}

}  // namespace

void lodestone::CloseLog() {
  ChangeSettings([](LogSettings&) {});
}

LogSettings lodestone::CurrentLogSettings() {
  return is_delivering ? LogSettings() : Settings();
}

void lodestone::RestoreLogSettings(const LogSettings& before) {
  if (is_delivering) return;
  try {
    if (Settings() == before) return;
  } catch (const std::exception&) {
    return;
  }
  ChangeSettings([&](LogSettings& settings) { settings = before; });
}

MagickBool IsEventLogging(void) {
  return Mask() != NoEventsMask ? MagickTrue : MagickFalse;
}

MagickBool IsEventLogged(const ExceptionType type) {
  return lodestone::MaskSelects(Mask(), type) ? MagickTrue : MagickFalse;
}

MagickBool LogMagickEventList(const ExceptionType type, const char* module, const char* function,
                              const unsigned long line, const char* format, va_list operands) {
  if (!lodestone::MaskSelects(Mask(), type) || is_delivering) return MagickTrue;
  is_delivering = true;
  bool written = false;
  try {
    std::string_view file(module == nullptr ? "" : module);
    file.remove_prefix(file.rfind('/') + 1);  // npos + 1 is 0
    const LogRecord record{type, file, function == nullptr ? "" : function, line,
                           FormatMessage(format, operands)};
    written = Deliver(record);
  } catch (const std::exception&) {
    written = false;
  }
  is_delivering = false;
  return written ? MagickTrue : MagickFalse;
}

MagickBool LogMagickEvent(const ExceptionType type, const char* module, const char* function,
                          const unsigned long line, const char* format, ...) {
  va_list operands;
  va_start(operands, format);
  const MagickBool written = LogMagickEventList(type, module, function, line, format, operands);
  va_end(operands);
  return written;
}

unsigned long SetLogEventMask(const char* events) {
  ChangeSettings([events](LogSettings& settings) {
    settings.events = lodestone::ParseEventMask(events == nullptr ? "none" : events);
  });
  return Mask();
}

void SetLogDefaultEventType(const char* events) {
  if (std::getenv("MAGICK_DEBUG") == nullptr) SetLogEventMask(events);
}

void SetLogDefaultGenerations(const unsigned long generations) {
  ChangeSettings([generations](LogSettings& settings) { settings.generations = generations; });
}

void SetLogDefaultLimit(const unsigned long limit) {
  ChangeSettings([limit](LogSettings& settings) { settings.limit = limit; });
}

void SetLogDefaultFileName(const char* filename) {
  if (filename == nullptr || *filename == '\0') return;
  ChangeSettings([filename](LogSettings& settings) { settings.filename = filename; });
}

void SetLogDefaultFormat(const char* format) {
  SetLogFormat(format);
}

void SetLogDefaultLogMethod(const LogMethod method) {
  SetLogMethod(method);
}

void SetLogDefaultOutputType(const LogOutputType output_type) {
  if (!lodestone::IsKnown(output_type)) return;
  ChangeSettings([output_type](LogSettings& settings) { settings.output = output_type; });
}

void SetLogFormat(const char* format) {
  if (format == nullptr) return;
  ChangeSettings([format](LogSettings& settings) { settings.format = format; });
}

void SetLogMethod(LogMethod method) {
  ChangeSettings([method](LogSettings& settings) { settings.method = method; });
}
