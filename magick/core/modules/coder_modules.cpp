#include "magick/core/modules/coder_modules.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>

#include "base/module_files.hpp"
#include "base/on_first_use.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

using RegisterFunction = void (*)();

// "RegisterGIFImage" of module "gif", the name that GraphicsMagick's modules have too.
std::string EntryName(const std::string& module) {
  std::string upper = module;
  LocaleUpper(upper.data());
  return "Register" + upper + "Image";
}

// Empty if the coder has been loaded.
std::string Load(const std::string& module) {
  if (IsCoderOff(module))
    return "the coder module " + module + ".so is switched off (MAGICK_CODER_MODULES_OFF)";
  const auto files = FindModules(kCoderModules);
  const auto file = std::find_if(files.begin(), files.end(), [&](const std::string& candidate) {
    return ModuleNameOf(candidate) == module;
  });
  if (file == files.end())
    return "the coder module " + module + ".so is not installed (package lodestone-coder-" +
           module + ")";
  std::string error;
  void* handle = OpenModule(*file, error);
  if (handle == nullptr) return error;
  const auto entry = reinterpret_cast<RegisterFunction>(dlsym(handle, EntryName(module).c_str()));
  if (entry == nullptr) return module + ".so is no coder module: it has no " + EntryName(module);
  entry();
  return "";
}

// What became of each coder that was asked for.
class Outcomes {
 public:
  static Outcomes& Get() {
    static constinit OnFirstUse<Outcomes> outcomes;
    return outcomes.Get();
  }

  // The caller holds a lock that makes this the only one that loads the module; the lock here is
  // not held meanwhile, since a coder's library may run anything while it is opened.
  void Load(const std::string& module) {
    if (const auto known = Find(module); known && known->empty()) return;
    // What failed before may have lacked memory or descriptors.
    std::string problem = lodestone::Load(module);
    const std::lock_guard lock(mutex_);
    problems_[module] = std::move(problem);
  }

  std::optional<std::string> Find(const std::string& module) {
    const std::lock_guard lock(mutex_);
    const auto found = problems_.find(module);
    return found == problems_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> problems_;  // empty: loaded
};

}  // namespace

bool IsCoderOff(std::string_view module) {
  const char* const value = std::getenv("MAGICK_CODER_MODULES_OFF");
  std::string_view names = value == nullptr ? "" : value;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find_first_of(", "), names.size());
    if (names.substr(0, end) == module) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

void LoadCoder(const char* module) {
  if (RegisterLinkedCoders == nullptr) Outcomes::Get().Load(module);
}

std::string CoderProblem(const char* module) {
  if (RegisterLinkedCoders != nullptr) return "the coder " + std::string(module) + " is not linked";
  return Outcomes::Get().Find(module).value_or("");
}

}  // namespace lodestone
