// The program.
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/shell/standard_streams.hpp"

namespace {

// Threads' own heaps take 64 MiB of addresses each: where those are limited, few get one.
void LimitHeaps() {
#if defined(__GLIBC__)
  constexpr rlim_t kAddresses = rlim_t{512} << 20;  // for each heap
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  mallopt(M_ARENA_MAX, static_cast<int>(std::clamp<rlim_t>(limit.rlim_cur / kAddresses, 1, 1024)));
#endif
}

std::string LinkName(const char* path) {
  return path == nullptr ? "" : std::filesystem::path(path).stem().string();
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
  InterruptOutput();
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
  LimitHeaps();
  const int status = RunGuarded([&] { return Run(argc, argv); });
  ExitIfWarmingUp(status);
  DestroyMagick();
  ReraiseCaughtSignal();
  return status;
}
