#include "magick/commands/command_module.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/module_files.hpp"
#include "magick/core/error.hpp"
#include "magick/version.h"

namespace lodestone {
namespace {

struct Outcome {
  const CommandModule* module = nullptr;
  std::string problem;  // why there is none
};

Outcome Open() {
  const auto files = FindModules(kCommandModules);
  const auto file = std::find_if(files.begin(), files.end(), [](const std::string& candidate) {
    return ModuleNameOf(candidate) == "commands";
  });
  if (file == files.end()) return {nullptr, "commands.so is not installed"};
  std::string error;
  void* const handle = OpenModule(*file, error);
  if (handle == nullptr) return {nullptr, error};
  const auto entry = reinterpret_cast<CommandModuleEntry>(dlsym(handle, kCommandModuleEntry));
  if (entry == nullptr) return {nullptr, *file + " has no " + kCommandModuleEntry};
  const CommandModule* const module = entry();
  if (std::strcmp(module->build, MagickVersion) == 0) return {module, ""};
  return {nullptr, *file + " belongs to " + module->build};
}

}  // namespace

const CommandModule* TheCommandModule(ExceptionInfo* exception) {
  if (LinkedCommandModule != nullptr) return LinkedCommandModule();
  static const Outcome& outcome = *new Outcome(Open());
  if (outcome.module == nullptr)
    Throw(exception, ModuleError, "Unable to load the module with the commands",
          outcome.problem.c_str());
  return outcome.module;
}

}  // namespace lodestone
