#include "accel/module_path.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

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

std::vector<fs::path> Directories() {
  std::vector<fs::path> directories;
  if (const char* list = std::getenv("MAGICK_ACCELERATE_PLUGIN_PATH"); list && list[0]) {
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ':');)
      if (!name.empty()) directories.emplace_back(name);
    return directories;
  }
  const fs::path own = OwnDirectory();
  directories.push_back(own / "lodestone" / "accelerators");
  if (own.filename() == ".libs") directories.push_back(own);
  directories.emplace_back(LODESTONE_PKGLIBDIR "/accelerators");
  return directories;
}

}  // namespace

std::vector<std::string> FindModules() {
  for (const fs::path& directory : Directories())
    if (std::vector<std::string> files = ModulesIn(directory); !files.empty()) return files;
  return {};
}

}  // namespace lodestone::accel
