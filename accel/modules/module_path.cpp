#include "accel/modules/module_path.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "accel/modules/install_path.hpp"

namespace lodestone::accel {
namespace {

namespace fs = std::filesystem;

// Shared objects that are not libraries: "opencl.so", not "liblodestone.so".
std::vector<std::string> ModulesIn(const fs::path& directory) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (entry->path().extension() == ".so" && name.rfind("lib", 0) != 0)
      files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The directory of the shared library, or of the program that it is linked into.
fs::path OwnDirectory() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(&FindModules), &info) || !info.dli_fname) return {};
  std::error_code error;
  return fs::absolute(info.dli_fname, error).parent_path();
}

// Of files of the same name the first one counts, as with programs in PATH.
std::vector<std::string> ModulesInAll(const std::string& list) {
  std::vector<std::string> files;
  std::set<std::string> names;
  std::istringstream directories(list);
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (directory.empty()) continue;
    for (const std::string& file : ModulesIn(directory))
      if (names.insert(fs::path(file).filename().string()).second) files.push_back(file);
  }
  return files;
}

}  // namespace

std::vector<std::string> FindModules() {
  if (const char* list = std::getenv("MAGICK_ACCELERATE_PLUGIN_PATH"); list && list[0])
    return ModulesInAll(list);
  const fs::path own = OwnDirectory();
  std::vector<fs::path> directories{own / "lodestone" / "accelerators"};
  if (own.filename() == ".libs") directories.push_back(own);
  directories.emplace_back(LODESTONE_PKGLIBDIR "/accelerators");
  for (const fs::path& directory : directories)
    if (std::vector<std::string> files = ModulesIn(directory); !files.empty()) return files;
  return {};
}

}  // namespace lodestone::accel
