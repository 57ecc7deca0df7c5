#include "magick/core/errors/error.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "base/printable_text.hpp"
#include "magick/log.h"
#include "magick/memory.h"
#include "magick/utility.h"

namespace {

constexpr size_t kLoggedLength = 1024;

char* Copy(const char* text) {
  if (text == nullptr) return nullptr;
  const size_t length = std::strlen(text) + 1;
  char* copy = static_cast<char*>(MagickMalloc(length));
  if (copy != nullptr) std::memcpy(copy, text, length);
  return copy;
}

// The reason of an exception whose own could not be copied.
char out_of_memory[] = "Memory allocation failed";

char* CopyReason(const char* reason) {
  char* const copy = Copy(reason);
  return copy == nullptr && reason != nullptr ? out_of_memory : copy;
}

void Release(ExceptionInfo* exception) {
  if (exception->reason != out_of_memory) MagickFree(exception->reason);
  MagickFree(exception->description);
  MagickFree(exception->module);
  MagickFree(exception->function);
  *exception = ExceptionInfo{};
  exception->signature = MagickSignature;
}

// Whether an exception is about something the system refused, so that errno is relevant.
bool IsSystemError(ExceptionType severity) {
  switch (severity % 100) {
    case FileOpenBase:
    case BlobBase:
    case StreamBase:
    case ModuleBase:
    case TemporaryFileBase:
      return true;
    default:
      return false;
  }
}

// "client: reason (description) [system error]."
void PrintException(const ExceptionType, const char* reason, const char* description) {
  const int error = errno;
  if (reason == nullptr) return;
  char line[3 * MaxTextExtent];
  size_t used = MagickFormatString(line, sizeof(line), "%s: %s", GetClientName(), reason);
  if (description != nullptr) {
    used += MagickFormatString(line + used, sizeof(line) - used, " (%s)", description);
  }
  if (error != 0) {
    char text[MaxTextExtent];
    const char* message = strerror_r(error, text, sizeof(text));
    used += MagickFormatString(line + used, sizeof(line) - used, " [%s]", message);
  }
  // In place, since memory may be what has run out.
  char* end = line;
  lodestone::ForEachPrintable(line, "", [&](std::string_view character) {
    end = std::copy(character.begin(), character.end(), end);
  });
  *end = '\0';
  std::fflush(stdout);
  std::fprintf(stderr, "%s.\n", line);
  std::fflush(stderr);
}

std::atomic<WarningHandler> warning_handler{PrintException};
std::atomic<ErrorHandler> error_handler{PrintException};
std::atomic<FatalErrorHandler> fatal_error_handler{PrintException};

void Log(ExceptionType severity, const char* reason, const char* description, const char* module,
         const char* function, unsigned long line) {
  if (IsEventLogged(severity) == MagickFalse) return;
  const int length = kLoggedLength;
  if (description == nullptr) {
    LogMagickEvent(severity, module, function, line, "%.*s", length, reason);
  } else {
    LogMagickEvent(severity, module, function, line, "%.*s (%.*s)", length, reason, length,
                   description);
  }
}

}  // namespace

namespace lodestone {

ErrnoScope::ErrnoScope() : before_(errno) {
  errno = 0;
}
ErrnoScope::~ErrnoScope() {
  errno = before_;
}

}  // namespace lodestone

void GetExceptionInfo(ExceptionInfo* exception) {
  if (exception == nullptr) return;
  *exception = ExceptionInfo{};
  exception->signature = MagickSignature;
}

void DestroyExceptionInfo(ExceptionInfo* exception) {
  if (exception == nullptr || exception->signature != MagickSignature) return;
  Release(exception);
  exception->signature = 0;
}

void SetExceptionInfo(ExceptionInfo* exception, ExceptionType severity) {
  if (exception == nullptr) return;
  Release(exception);
  exception->severity = severity;
}

void ThrowException(ExceptionInfo* exception, const ExceptionType severity, const char* reason,
                    const char* description) {
  ThrowLoggedException(exception, severity, reason, description, "client", "unknown", 0);
}

void ThrowLoggedException(ExceptionInfo* exception, const ExceptionType severity,
                          const char* reason, const char* description, const char* module,
                          const char* function, const unsigned long line) {
  const int error = errno;
  if (module == nullptr) module = "unknown";
  if (function == nullptr) function = "unknown";
  Log(severity, reason == nullptr ? "" : reason, description, module, function, line);
  if (exception == nullptr || exception->signature != MagickSignature) return;
  const bool kept = exception->severity > ErrorException || exception->severity > severity;
  if (!kept) {
    ExceptionInfo thrown{};
    thrown.severity = severity;
    thrown.reason = CopyReason(reason);
    thrown.description = Copy(description);
    thrown.error_number = IsSystemError(severity) ? error : 0;
    thrown.module = Copy(module);
    thrown.function = Copy(function);
    thrown.line = line;
    thrown.signature = MagickSignature;
    Release(exception);
    *exception = thrown;
  }
  errno = error;
}

void CopyException(ExceptionInfo* copy, const ExceptionInfo* original) {
  if (copy == nullptr || original == nullptr) return;
  if (copy == original) return;
  ExceptionInfo result = *original;
  result.reason = CopyReason(original->reason);
  result.description = Copy(original->description);
  result.module = Copy(original->module);
  result.function = Copy(original->function);
  result.signature = MagickSignature;
  Release(copy);
  *copy = result;
}

void CatchException(const ExceptionInfo* exception) {
  if (exception == nullptr) return;
  if (exception->severity == UndefinedException) return;
  errno = exception->error_number;
  if (exception->severity >= FatalErrorException) {
    MagickFatalError(exception->severity, exception->reason, exception->description);
  } else if (exception->severity >= ErrorException) {
    MagickError(exception->severity, exception->reason, exception->description);
  } else if (exception->severity >= WarningException) {
    MagickWarning(exception->severity, exception->reason, exception->description);
  }
}

void MagickWarning(const ExceptionType warning, const char* reason, const char* description) {
  const WarningHandler handler = warning_handler.load();
  if (handler != nullptr) handler(warning, reason, description);
}

void MagickError(const ExceptionType error, const char* reason, const char* description) {
  const ErrorHandler handler = error_handler.load();
  if (handler != nullptr) handler(error, reason, description);
}

void MagickFatalError(const ExceptionType error, const char* reason, const char* description) {
  const FatalErrorHandler handler = fatal_error_handler.load();
  if (handler != nullptr) handler(error, reason, description);
}

void _MagickWarning(const ExceptionType warning, const char* reason, const char* description) {
  MagickWarning(warning, reason, description);
}

void _MagickError(const ExceptionType error, const char* reason, const char* description) {
  MagickError(error, reason, description);
}

void _MagickFatalError(const ExceptionType error, const char* reason, const char* description) {
  MagickFatalError(error, reason, description);
}

WarningHandler SetWarningHandler(WarningHandler handler) {
  return warning_handler.exchange(handler);
}

ErrorHandler SetErrorHandler(ErrorHandler handler) {
  return error_handler.exchange(handler);
}

FatalErrorHandler SetFatalErrorHandler(FatalErrorHandler handler) {
  return fatal_error_handler.exchange(handler);
}

// Messages are written in plain English where the error is detected; there is no table of tags.
const char* GetLocaleMessage(const char* tag) {
  return tag == nullptr ? "" : tag;
}

const char* GetLocaleExceptionMessage(const ExceptionType, const char* tag) {
  return GetLocaleMessage(tag);
}
