// The program.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace {

std::string LinkName(const char* path) {
  return path == nullptr ? "" : std::filesystem::path(path).stem().string();
}

// A file that is opened in the place of a closed stream would get its messages. Using the stream
// itself stays an error.
void OccupyStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    const int placeholder = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (placeholder != stream && placeholder >= 0) close(placeholder);
  }
}

// The command is done: do not wait for a device that is being made ready for later calls.
void ExitIfWarmingUp(int status) {
  if (MagickAccelerateAbandonWarmUp() == 0) return;
  lodestone::cli::ReraiseCaughtSignal();
  _exit(status);
}

int Run(int argc, char** argv) {
  using namespace lodestone::cli;
  OccupyStandardStreams();
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
