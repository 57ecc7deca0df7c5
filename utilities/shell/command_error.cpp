#include "utilities/shell/command_error.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "accel/accelerate.h"
#include "base/printable_text.hpp"
#include "magick/api.h"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

thread_local MessageTarget* current = nullptr;

std::string MessageText(const CommandError& message) {
  std::string text = message.what();
  if (!message.description().empty()) text += " (" + message.description() + ")";
  if (message.error_number() != 0)
    text += std::string(" [") + std::strerror(message.error_number()) + "]";
  return text;
}

void Print(const CommandError& message) {
  std::fflush(stdout);
  ProgressLine::ClearCurrent();
  std::fprintf(stderr, "%s: %s.\n", GetClientName(), Printable(MessageText(message)).c_str());
  if (!message.hint().empty()) PrintHint(message.hint());
}

// Once: what follows a signal is its doing, and no fault of a file.
void PrintInterrupted() {
  static std::atomic_flag printed;
  if (!printed.test_and_set()) Print(CommandError(InterruptText()));
}

void ReportNoMemory() noexcept {
  if (MessageTarget* const target = CurrentMessageTarget()) return target->TakeNoMemory();
  std::fprintf(stderr, "%s: %s.\n", GetClientName(), kOutOfMemory);
}

void ReportCurrent() {
  try {
    throw;
  } catch (const std::exception& error) {
    PrintMessage(AsCommandError(error));
  }
}

}  // namespace

CommandError MalformedArgument(const std::string& option) {
  return CommandError("Option '" + option + "' requires an argument or argument is malformed");
}

CommandError MalformedArgument(const std::string& option, const std::string& value) {
  return CommandError(MalformedArgument(option).what(), value.empty() ? "''" : value);
}

void PrintMessage(const CommandError& message) {
  if (MessageTarget* const target = CurrentMessageTarget()) return target->Take(message);
  if (InterruptRequested() && !std::string_view(message.what()).ends_with(InterruptText()))
    return PrintInterrupted();
  Print(message);
}

CommandError Interrupted() {
  return CommandError(InterruptText());
}

void PrintHint(const std::string& hint) {
  std::fprintf(stderr, "%s: hint: %s\n", GetClientName(), Printable(hint).c_str());
}

CommandError AsCommandError(const std::exception& error) {
  if (const auto* known = dynamic_cast<const CommandError*>(&error)) return *known;
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return CommandError(kOutOfMemory).WithSeverity(ResourceLimitError);
  return CommandError(error.what());
}

std::string ErrorText(const std::exception& error) {
  return MessageText(AsCommandError(error));
}

MessageScope::MessageScope(MessageTarget* target) : outer_(std::exchange(current, target)) {}

MessageScope::~MessageScope() {
  current = outer_;
}

MessageTarget* CurrentMessageTarget() {
  return current;
}

void GiveToHandlers(const CommandError& message) {
  const char* const description =
      message.description().empty() ? nullptr : message.description().c_str();
  errno = message.error_number();
  if (message.severity() >= ErrorException) {
    MagickError(message.severity(), message.what(), description);
  } else {
    MagickWarning(message.severity(), message.what(), description);
  }
}

// The library keeps a pointer to the text, and a command may run inside another (benchmark).
ClientName::ClientName(const std::string& name) : outer_(GetClientName()), name_(name) {
  SetClientName(name_.c_str());
}

ClientName::~ClientName() {
  SetClientName(outer_.c_str());
}

int ReportException() noexcept {
  try {
    ReportCurrent();
  } catch (...) {
    ReportNoMemory();
  }
  return 1;
}

void OpenAccelerateLog(const std::string& filename) {
  errno = 0;
  if (MagickAccelerateOpenLog(filename.c_str()) != 0) return;
  if (errno != EEXIST) throw CommandError("Unable to open acceleration log", filename, errno);
  throw CommandError("This file is no acceleration log, nothing is added to it", filename)
      .WithHint("name a file that does not exist yet");
}

bool CloseAccelerateLog() {
  if (MagickAccelerateOpenLog(nullptr) != 0) return true;
  PrintMessage(CommandError("Unable to write to acceleration log", "", errno));
  return false;
}

int FlushOutput(int status) {
  if (std::fflush(stdout) == 0) return status;
  PrintMessage(CommandError("Unable to write to standard output", "", errno));
  return 1;
}

}  // namespace lodestone::cli
