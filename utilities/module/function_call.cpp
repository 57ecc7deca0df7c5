#include "utilities/module/function_call.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "utilities/shell/process_state.hpp"

namespace lodestone::cli {
namespace {

// "-convert" is "convert".
std::string NameIn(const char* argument) {
  return argument[0] == '-' ? argument + 1 : argument;
}

int RunCommandFunction(const char* name, const Arguments& arguments, const Caller& caller) {
  const bool named_by_argument = name == nullptr;
  if (named_by_argument && arguments.empty())
    throw CommandError("Improper arguments supplied, please see manual");
  const Command& command = RequireCommand(named_by_argument ? NameIn(arguments[0].c_str()) : name);
  if (&command == &kBatchCommand) throw UnrecognizedCommand(command.name);
  const Arguments rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  const CommandContext context{GetClientName(), command.name, &caller};
  return named_by_argument ? RunNamedByArgument(context, command, rest)
                           : command.run(context, rest);
}

// What GMCommand describes is printed when all is done.
void PrintText(const std::string& text) {
  if (!text.empty()) std::printf("%s\n", text.c_str());
}

}  // namespace

void ExceptionTarget::Take(const CommandError& message) {
  const std::lock_guard lock(mutex_);
  errno = message.error_number();
  ThrowException(exception_, message.severity(), message.what(),
                 message.description().empty() ? nullptr : message.description().c_str());
}

void ExceptionTarget::TakeNoMemory() noexcept {
  const std::lock_guard lock(mutex_);
  ThrowException(exception_, ResourceLimitError, kOutOfMemory, nullptr);
}

void HandlerTarget::Take(const CommandError& message) {
  const std::lock_guard lock(mutex_);
  GiveToHandlers(message);
}

void HandlerTarget::TakeNoMemory() noexcept {
  const std::lock_guard lock(mutex_);
  MagickError(ResourceLimitError, kOutOfMemory, nullptr);
}

MagickPassFail RunFunction(const char* name, ImageInfo* info, int argc, char** argv,
                           char** metadata, ExceptionInfo* exception) {
  ExceptionTarget target(exception);
  const MessageScope scope(&target);
  const ProcessState state;
  std::string text;
  const Caller caller{info, metadata == nullptr ? nullptr : &text};
  const int status = RunGuarded([&] {
    return RunCommandFunction(name, {argv, argv + argc}, caller);
  });
  std::fflush(stdout);
  if (!text.empty()) ConcatenateString(metadata, text.c_str());
  return status == 0 ? MagickPass : MagickFail;
}

int RunProgramFunction(int argc, char** argv) {
  HandlerTarget target;
  const MessageScope scope(&target);
  const ProcessState state;
  const ImageInfoHandle info = CopyOf(nullptr);
  std::string text;
  const Caller caller{info.get(), &text};
  int status = RunGuarded([&] {
    const std::string name = std::filesystem::path(argv[0]).stem().string();
    const Arguments arguments(argv + 1, argv + argc);
    return IsCommandLink(name) ? RunLink(name, arguments, &caller)
                               : RunProgram(argv[0], arguments, &caller);
  });
  PrintText(text);
  return FlushOutput(status);
}

}  // namespace lodestone::cli
