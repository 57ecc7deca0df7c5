// Where programs are.
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "magick/core/errors/barrier.hpp"
#include "magick/log.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

// The full name of a folder that can be entered, else "".
std::string FolderName(const std::string& path) {
  std::error_code error;
  if (path.empty() || !std::filesystem::is_directory(path, error) ||
      access(path.c_str(), X_OK) != 0)
    return "";
  return std::filesystem::canonical(path, error).string();
}

bool IsReadable(const std::string& path) {
  return access(path.c_str(), R_OK) == 0;
}

// Of a path to a folder, or to something in it.
std::string FolderOf(const std::string& path) {
  if (!IsReadable(path)) return "";
  const std::string folder = FolderName(path);
  return folder.empty() ? FolderName(path.substr(0, path.rfind('/'))) : folder;
}

// The first folder of PATH that has something of this name.
std::string SearchPath(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::string folder(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const std::string full = FolderName(folder);
    if (!full.empty() && IsReadable(full + "/" + name)) return full;
  }
  return "";
}

MagickPassFail FindFolder(char* path) {
  const std::string name = path;
  std::string folder = FolderOf(name);
  if (folder.empty() && name.find('/') == std::string::npos) folder = SearchPath(name);
  if (folder.empty() || folder.size() + 2 > MaxTextExtent) {
    LogMagickEvent(ConfigureEvent, GetMagickModule(), "Path \"%.1024s\" is not valid.", path);
    return MagickFail;
  }
  folder += '/';
  MagickStrlCpy(path, folder.c_str(), MaxTextExtent);
  LogMagickEvent(ConfigureEvent, GetMagickModule(), "Path \"%.1024s\" is usable.", path);
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

MagickPassFail GetExecutionPath(char* path) {
  if (path == nullptr) return MagickFail;
  *path = '\0';
  char program[PATH_MAX + 1];
  const ssize_t length = readlink("/proc/self/exe", program, PATH_MAX);
  if (length <= 0 || length >= MaxTextExtent) return MagickFail;
  program[length] = '\0';
  if (!IsAccessible(program)) return MagickFail;
  MagickStrlCpy(path, program, MaxTextExtent);
  return MagickPass;
}

MagickPassFail GetExecutionPathUsingName(char* path) {
  if (path == nullptr) return MagickFail;
  return lodestone::Guard(nullptr, MagickFail, [&] { return lodestone::FindFolder(path); });
}
