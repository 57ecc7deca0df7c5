#include "utilities/sandbox/system_files.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "base/install_path.hpp"
#include "magick/api.h"

namespace lodestone::cli {
namespace {

constexpr const char* kEverywhere[] = {"/usr",
                                       "/lib",
                                       "/lib32",
                                       "/lib64",
                                       "/etc/ld.so.cache",
                                       "/etc/fonts",
                                       "/etc/localtime",
                                       "/etc/locale.alias",
                                       "/var/cache/fontconfig",
                                       "/dev/null",
                                       "/dev/zero",
                                       "/dev/random",
                                       "/dev/urandom",
                                       "/proc/self",
                                       "/proc/cpuinfo",
                                       "/proc/meminfo",
                                       "/proc/stat",
                                       "/sys/devices/system",
                                       "/sys/fs/cgroup",
                                       "/sys/kernel/mm/transparent_hugepage"};

constexpr const char* kBelowHome[] = {".cache/fontconfig", ".config/fontconfig", ".fonts",
                                      ".local/share/fonts", ".magick"};

constexpr const char* kLists[] = {"LD_LIBRARY_PATH", "MAGICK_CODER_MODULE_PATH",
                                  "MAGICK_CONFIGURE_PATH"};

void AddList(const char* variable, std::vector<std::string>* files) {
  const char* value = std::getenv(variable);
  std::istringstream list(value == nullptr ? "" : value);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (!folder.empty()) files->push_back(folder);
  }
}

// Where the library is, with the modules of a build that is not installed.
void AddLibrary(std::vector<std::string>* files) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&InitializeMagick), &info) == 0 || info.dli_fname == nullptr)
    return;
  std::error_code error;
  const std::filesystem::path library = std::filesystem::absolute(info.dli_fname, error);
  files->push_back(library.string());
  files->push_back((library.parent_path() / "lodestone").string());
  if (library.parent_path().filename() != ".libs") return;
  files->push_back(library.parent_path().string());
  files->push_back((library.parent_path().parent_path() / "coders" / ".libs").string());
}

}  // namespace

std::vector<std::string> SystemFiles() {
  std::vector<std::string> files(std::begin(kEverywhere), std::end(kEverywhere));
  files.emplace_back(LODESTONE_PKGLIBDIR);
  AddLibrary(&files);
  for (const char* variable : kLists) AddList(variable, &files);
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return files;
  for (const char* name : kBelowHome) files.push_back(std::string(home) + "/" + name);
  return files;
}

}  // namespace lodestone::cli
