// The program: finds the command that its first argument names.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <new>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

// GraphicsMagick's programs call it as `gm`; every other name is ours.
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
  // The library keeps the pointer's text, and a command may run inside another (benchmark).
  const std::string outer = GetClientName();
  SetClientName((outer + " " + context.command).c_str());
  int status = 1;
  try {
    status = command.run(context, arguments);
  } catch (const CommandError& error) {
    PrintMessage(error.what(), error.description(), error.error_number());
  } catch (const std::bad_alloc&) {
    PrintMessage("Memory allocation failed", "", 0);
  } catch (const std::exception& error) {
    PrintMessage(error.what(), "", 0);
  }
  SetClientName(outer.c_str());
  return status;
}

}  // namespace lodestone::cli

namespace {

// The command is done: it does not wait for a device that was being made ready for later work.
void EndAtOnceIfWarmingUp(int status) {
  if (MagickAccelerateAbandonWarmUp() == 0) return;
  lodestone::cli::DieOfCaughtSignal();
  _exit(status);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace lodestone::cli;
  InitializeMagick(argc > 0 ? argv[0] : nullptr);
  const std::string program = ProgramName(argc > 0 ? argv[0] : nullptr);
  SetClientName(program.c_str());
  CancelOnSignals();
  int status = RunProgram(program, Arguments(argv + (argc > 0 ? 1 : 0), argv + argc));
  if (std::fflush(stdout) != 0) {
    PrintMessage("Unable to write to standard output", "", errno);
    status = 1;
  }
  EndAtOnceIfWarmingUp(status);
  DestroyMagick();
  DieOfCaughtSignal();
  return status;
}
