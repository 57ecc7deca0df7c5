// The program: finds the command named by its first argument.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

// Under these names the program is that command.
bool IsCommandLink(const std::string& name) {
  static constexpr const char* kNames[] = {"animate",  "compare", "composite", "convert", "display",
                                           "identify", "import",  "mogrify",   "montage"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](const char* known) { return LocaleCompare(known, name.c_str()) == 0; });
}

std::string LinkName(const char* path) {
  return path == nullptr ? "" : std::filesystem::path(path).stem().string();
}

int RunLink(const std::string& name, const Arguments& arguments) {
  return RunNamed(name, [&] {
    const Command& command = RequireCommand(name);
    return command.run({"", command.name}, arguments);
  });
}

// "gm -version" is "gm version".
std::string CommandName(std::string argument) {
  while (!argument.empty() && argument[0] == '-') argument.erase(0, 1);
  return argument == "?" ? "help" : argument;
}

int RunProgram(const std::string& program, const Arguments& arguments) {
  if (arguments.empty()) {
    HelpUsage({program, ""});
    return 1;
  }
  return RunNamed(program, [&] {
    const Command& command = RequireCommand(CommandName(arguments[0]));
    return RunCommand(command, {program, command.name}, {arguments.begin() + 1, arguments.end()});
  });
}

}  // namespace

int RunCommand(const Command& command, const CommandContext& context, const Arguments& arguments) {
  return RunGuarded([&] {
    return RunNamed(std::string(GetClientName()) + " " + context.command,
                    [&] { return command.run(context, arguments); });
  });
}

}  // namespace lodestone::cli

namespace {

// The command is done: do not wait for a device that is being made ready for later calls.
void ExitIfWarmingUp(int status) {
  if (MagickAccelerateAbandonWarmUp() == 0) return;
  lodestone::cli::ReraiseCaughtSignal();
  _exit(status);
}

int Run(int argc, char** argv) {
  using namespace lodestone::cli;
  Exception exception;
  InitializeMagickEx(argc > 0 ? argv[0] : nullptr, 0, exception.get());
  CancelOnSignals();
  const std::string name = LinkName(argc > 0 ? argv[0] : nullptr);
  const Arguments arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  // GraphicsMagick's programs call it as `gm`; under any other name it is `lodestone`.
  const std::string program = name == "gm" ? name : "lodestone";
  SetClientName(program.c_str());
  exception.ThrowOrPrint();
  const int status =
      IsCommandLink(name) ? RunLink(name, arguments) : RunProgram(program, arguments);
  return FlushOutput(CloseAccelerateLog() ? status : 1);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace lodestone::cli;
  const int status = RunGuarded([&] { return Run(argc, argv); });
  ExitIfWarmingUp(status);
  DestroyMagick();
  ReraiseCaughtSignal();
  return status;
}
