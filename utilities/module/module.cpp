// The entry point of the module.
#include "base/command_module.hpp"
#include "magick/api.h"
#include "utilities/module/function_call.hpp"
#include "utilities/module/mogrify_function.hpp"
#include "utilities/shell/progress_line.hpp"

extern "C" __attribute__((visibility("default"))) const lodestone::CommandModule*
LodestoneCommandModule() {
  using namespace lodestone::cli;
  static constexpr lodestone::CommandModule kModule{MagickVersion, RunFunction, RunProgramFunction,
                                                    MogrifyOne, MogrifyList};
  ProgressLine::Forbid();
  return &kModule;
}
