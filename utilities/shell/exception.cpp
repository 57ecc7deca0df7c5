#include "utilities/shell/exception.hpp"

#include <string>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

std::string TextOf(ExceptionType severity, const char* tag) {
  if (tag == nullptr) return "";
  const char* text = GetLocaleExceptionMessage(severity, tag);
  return text == nullptr ? tag : text;
}

// errno is meaningful only for system errors; otherwise it is stale.
int RelevantErrno(const ExceptionInfo& info) {
  const int category = static_cast<int>(info.severity) % 100;
  const bool system = category == FileOpenBase || category == BlobBase ||
                      category == ResourceLimitBase || category == CacheBase ||
                      category == TemporaryFileBase;
  return system ? info.error_number : 0;
}

std::string ReasonOf(const ExceptionInfo& info) {
  const std::string reason = TextOf(info.severity, info.reason);
  return reason.empty() ? "Unknown error" : reason;
}

// The name of a file may be empty, which the parentheses around it show.
CommandError ErrorOf(const ExceptionInfo& info) {
  const bool nameless = info.description != nullptr && info.description[0] == '\0';
  return CommandError(ReasonOf(info) + (nameless ? " ()" : ""),
                      TextOf(info.severity, info.description), RelevantErrno(info))
      .WithSeverity(info.severity);
}

}  // namespace

void Exception::Reset() {
  DestroyExceptionInfo(&info_);
  GetExceptionInfo(&info_);
}

void Exception::ThrowOrPrint() {
  if (info_.severity == UndefinedException) return;
  if (failed()) Throw("Unknown error");
  Print();
}

void Exception::Print() {
  if (info_.severity >= WarningException) PrintMessage(ErrorOf(info_));
  Reset();
}

void Exception::Throw(const char* fallback) {
  if (!failed()) throw CommandError(fallback);
  const CommandError error = ErrorOf(info_);
  Reset();
  throw error;
}

void ThrowOrPrintImage(Image* image, MagickPassFail status, const char* fallback) {
  Exception exception;
  GetImageException(image, exception.get());
  if (image->exception.severity != UndefinedException) {
    DestroyExceptionInfo(&image->exception);
    GetExceptionInfo(&image->exception);
  }
  if (status == MagickFail) exception.Throw(fallback);
  exception.ThrowOrPrint();
}

}  // namespace lodestone::cli
