// The program: finds the command named by its first argument.
#include <unistd.h>

#include <filesystem>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

// GraphicsMagick's programs call it as `gm`; under any other name it is `lodestone`.
std::string ProgramName(const char* path) {
  const std::string name = path == nullptr ? "" : std::filesystem::path(path).filename().string();
  return name == "gm" ? name : "lodestone";
}

int RunProgram(const std::string& program, const Arguments& arguments) {
  const CommandContext top{program, ""};
  if (arguments.empty()) {
    HelpUsage(top);
    return 1;
  }
  // "gm -version" is "gm version".
  std::string name = arguments[0];
  while (!name.empty() && name[0] == '-') name.erase(0, 1);
  if (name == "?") name = "help";
  const Command* command = FindCommand(name);
  if (command == nullptr) {
    HelpUsage(top);
    PrintMessage("Unrecognized command '" + name + "'. Use -help for a usage summary", "", 0);
    return 1;
  }
  return RunCommand(*command, {program, name}, {arguments.begin() + 1, arguments.end()});
}

}  // namespace

int RunCommand(const Command& command, const CommandContext& context, const Arguments& arguments) {
  return RunNamed(std::string(GetClientName()) + " " + context.command,
                  [&] { return command.run(context, arguments); });
}

}  // namespace lodestone::cli

namespace {

// The command is done: do not wait for a device that is being made ready for later calls.
void ExitIfWarmingUp(int status) {
  if (MagickAccelerateAbandonWarmUp() == 0) return;
  lodestone::cli::ReraiseCaughtSignal();
  _exit(status);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace lodestone::cli;
  InitializeMagick(argc > 0 ? argv[0] : nullptr);
  const std::string program = ProgramName(argc > 0 ? argv[0] : nullptr);
  SetClientName(program.c_str());
  CancelOnSignals();
  const int status =
      FlushOutput(RunProgram(program, Arguments(argv + (argc > 0 ? 1 : 0), argv + argc)));
  ExitIfWarmingUp(status);
  DestroyMagick();
  ReraiseCaughtSignal();
  return status;
}
