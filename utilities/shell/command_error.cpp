#include "utilities/shell/command_error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

constexpr char kOutOfMemory[] = "Memory allocation failed";

std::string MessageText(const std::string& reason, const std::string& description,
                        int error_number) {
  std::string text = reason;
  if (!description.empty()) text += " (" + description + ")";
  if (error_number != 0) text += std::string(" [") + std::strerror(error_number) + "]";
  return text;
}

void ReportNoMemory() noexcept {
  std::fprintf(stderr, "%s: %s.\n", GetClientName(), kOutOfMemory);
}

void ReportCurrent() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    ReportNoMemory();
  } catch (const CommandError& error) {
    PrintMessage(ErrorText(error), "", 0);
    PrintHint(error.hint());
  } catch (const std::exception& error) {
    PrintMessage(ErrorText(error), "", 0);
  }
}

}  // namespace

CommandError MalformedArgument(const std::string& option) {
  return CommandError("Option '" + option + "' requires an argument or argument is malformed");
}

void PrintMessage(const std::string& reason, const std::string& description, int error_number) {
  std::fflush(stdout);
  ProgressLine::ClearCurrent();
  const std::string text = MessageText(reason, description, error_number);
  std::fprintf(stderr, "%s: %s.\n", GetClientName(), text.c_str());
}

std::string ErrorText(const std::exception& error) {
  if (const auto* command_error = dynamic_cast<const CommandError*>(&error)) {
    return MessageText(error.what(), command_error->description(), command_error->error_number());
  }
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return kOutOfMemory;
  return error.what();
}

// The library keeps a pointer to the text, and a command may run inside another (benchmark).
ClientName::ClientName(const std::string& name) : outer_(GetClientName()), name_(name) {
  SetClientName(name_.c_str());
}

ClientName::~ClientName() {
  SetClientName(outer_.c_str());
}

void PrintHint(const std::string& hint) {
  if (!hint.empty()) std::fprintf(stderr, "%s: hint: %s\n", GetClientName(), hint.c_str());
}

int ReportException() noexcept {
  try {
    ReportCurrent();
  } catch (...) {
    ReportNoMemory();
  }
  return 1;
}

bool CloseAccelerateLog() {
  if (MagickAccelerateOpenLog(nullptr) != 0) return true;
  PrintMessage("Unable to write to acceleration log", "", errno);
  return false;
}

int FlushOutput(int status) {
  if (std::fflush(stdout) == 0) return status;
  PrintMessage("Unable to write to standard output", "", errno);
  return 1;
}

}  // namespace lodestone::cli
