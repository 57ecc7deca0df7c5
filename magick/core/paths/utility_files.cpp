// File system queries.
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/error.h"
#include "base/folder_names.hpp"
#include "magick/log.h"
#include "magick/core/strings/string_list.hpp"
#include "magick/utility.h"

namespace {

namespace fs = std::filesystem;
using lodestone::Guard;

bool IsRegularFile(const char* path, struct stat* attributes) {
  return path != nullptr && *path != '\0' && stat(path, attributes) == 0 &&
         S_ISREG(attributes->st_mode);
}

// The directory of the running program, with a trailing slash.
bool ExecutionPath(char (&path)[MaxTextExtent]) {
  std::error_code error;
  return Guard(nullptr, false, [&] {
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) return false;
    const std::string folder = program.parent_path().string() + "/";
    return MagickStrlCpy(path, folder.c_str(), MaxTextExtent) < MaxTextExtent;
  });
}

// Matching files and all directories, the latter with a trailing slash, in order, without hidden
// ones. Empty if the directory cannot be read.
std::optional<std::vector<std::string>> MatchingNames(const char* directory, const char* pattern) {
  const auto all = lodestone::FolderNames(directory);
  if (!all) return std::nullopt;
  std::vector<std::string> names;
  for (const std::string& name : *all) {
    if (name.front() == '.') continue;
    std::error_code ignored;
    if (fs::is_directory(fs::path(directory) / name, ignored)) {
      names.push_back(name + "/");
    } else if (GlobExpression(name.c_str(), pattern) != MagickFalse) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

MagickBool IsAccessibleNoLogging(const char* path) {
  struct stat attributes;
  return IsRegularFile(path, &attributes) && access(path, R_OK) == 0 ? MagickTrue : MagickFalse;
}

MagickBool IsAccessible(const char* path) {
  const MagickBool accessible = IsAccessibleNoLogging(path);
  if (path != nullptr && *path != '\0' && IsEventLogging() != MagickFalse) {
    LogMagickEvent(ConfigureEvent, __FILE__, __func__, __LINE__, "%s: \"%s\"",
                   accessible != MagickFalse ? "Found" : "Tried", path);
  }
  return accessible;
}

MagickBool IsAccessibleAndNotEmpty(const char* path) {
  struct stat attributes;
  return IsRegularFile(path, &attributes) && attributes.st_size > 0 ? MagickTrue : MagickFalse;
}

MagickBool IsWriteable(const char* path) {
  return path != nullptr && *path != '\0' && access(path, W_OK) == 0 ? MagickTrue : MagickFalse;
}

char** ListFiles(const char* directory, const char* pattern, long* number_entries) {
  if (!lodestone::AreGiven({directory, pattern, number_entries})) return nullptr;
  *number_entries = 0;
  return Guard(nullptr, nullptr, [=]() -> char** {
    const auto names = MatchingNames(directory, pattern);
    if (!names.has_value()) return nullptr;
    char** list = lodestone::ToStringList(*names);
    if (list != nullptr) *number_entries = static_cast<long>(names->size());
    return list;
  });
}

void ExpandFilename(char* filename) {
  if (filename == nullptr || filename[0] != '~') return;
  if (filename[1] != '\0' && filename[1] != '/') return;
  const char* home = std::getenv("HOME");
  if (home == nullptr) return;
  char expanded[MaxTextExtent];
  MagickFormatString(expanded, sizeof(expanded), "%s%s", home, filename + 1);
  MagickStrlCpy(filename, expanded, MaxTextExtent);
}

MagickPassFail MagickCreateDirectoryPath(const char* dir, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({dir}, exception)) return MagickFail;
  const int failure = Guard(nullptr, ENOMEM, [dir] {
    std::error_code error;
    fs::create_directories(dir, error);
    return error && !fs::is_directory(dir) ? error.value() : 0;
  });
  if (failure != 0) {
    errno = failure;
    ThrowLoggedException(exception, FileOpenError, "Unable to create directory", dir, __FILE__,
                         __func__, __LINE__);
    return MagickFail;
  }
  return MagickPass;
}

void DefineClientName(const char* name) {
  if (name == nullptr || *name == '\0') return;
  char part[MaxTextExtent];
  GetPathComponent(name, TailPath, part);
  SetClientFilename(part);
  GetPathComponent(name, BasePath, part);
  SetClientName(part);
}

void DefineClientPathAndName(const char* name) {
  char path[MaxTextExtent];
  if (ExecutionPath(path)) SetClientPath(path);
  DefineClientName(name);
}
