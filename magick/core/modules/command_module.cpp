#include "magick/core/modules/command_module.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/module_files.hpp"
#include "base/on_first_use.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/version.h"

namespace lodestone {
namespace {

struct Outcome {
  Outcome();
  const CommandModule* module = nullptr;
  std::string problem;  // why there is none
};

Outcome::Outcome() {
  const auto files = FindModules(kCommandModules);
  const auto file = std::find_if(files.begin(), files.end(), [](const std::string& candidate) {
    return ModuleNameOf(candidate) == "commands";
  });
  if (file == files.end()) {
    problem = "commands.so is not installed (package lodestone)";
    return;
  }
  void* const handle = OpenModule(*file, problem);
  if (handle == nullptr) return;
  const auto entry = reinterpret_cast<CommandModuleEntry>(dlsym(handle, kCommandModuleEntry));
  if (entry == nullptr) {
    problem = *file + " has no " + kCommandModuleEntry;
    return;
  }
  module = entry();
  if (std::strcmp(module->build, MagickVersion) == 0) return;
  problem = *file + " belongs to " + module->build;
  module = nullptr;
}

}  // namespace

const CommandModule* TheCommandModule(ExceptionInfo* exception) {
  if (LinkedCommandModule != nullptr) return LinkedCommandModule();
  static constinit OnFirstUse<Outcome> outcome;
  const Outcome& opened = outcome.Get();
  if (opened.module == nullptr)
    Throw(exception, ModuleError, "Unable to load the module with the commands",
          opened.problem.c_str());
  return opened.module;
}

}  // namespace lodestone
