// Finding configuration files.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "magick/blob.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/log.h"
#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Folders in their order, each with a slash at its end; "" is the working directory.
std::vector<std::string> Folders() {
  std::vector<std::string> folders;
  const std::string list = Variable("MAGICK_CONFIGURE_PATH");
  for (std::string_view rest = list; !rest.empty();) {
    const std::string folder(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (!folder.empty()) folders.push_back(folder + (folder.back() == '/' ? "" : "/"));
  }
  const std::string home = Variable("MAGICK_HOME");
  if (!home.empty())
    for (const char* part : {"/share/lodestone/", "/lib/lodestone/"})
      folders.push_back(home + part);
  if (!Variable("HOME").empty()) folders.push_back(Variable("HOME") + "/.magick/");
  const std::string client = GetClientPath();
  if (!client.empty()) {
    const std::string prefix = std::filesystem::path(client.back() == '/' ? client : client + "/")
                                   .parent_path()
                                   .parent_path()
                                   .string();
    for (const char* part : {"/lib/lodestone/", "/share/lodestone/"})
      folders.push_back(prefix + part);
  }
  folders.emplace_back();
  return folders;
}

void* Read(const std::string& filename, size_t* length) {
  ExceptionInfo ignored;
  GetExceptionInfo(&ignored);
  *length = 0;  // all of it
  void* content = FileToBlob(filename.c_str(), length, &ignored);
  DestroyExceptionInfo(&ignored);
  if (content != nullptr && *length != 0) return content;
  MagickFree(content);
  return nullptr;
}

void* Find(const char* filename, char* path, size_t* length, ExceptionInfo* exception) {
  MagickStrlCpy(path, filename, MaxTextExtent);
  for (const std::string& folder : Folders()) {
    const std::string candidate = folder + filename;
    void* content = Read(candidate, length);
    LogMagickEvent(ConfigureEvent, GetMagickModule(), "%s: %.1024s",
                   content == nullptr ? "Tried" : "Found", candidate.c_str());
    if (content == nullptr) continue;
    MagickStrlCpy(path, candidate.c_str(), MaxTextExtent);
    return content;
  }
  const ErrnoScope fresh;
  Throw(exception, ConfigureError, "Unable to access configuration file", filename);
  return nullptr;
}

}  // namespace
}  // namespace lodestone

void* GetConfigureBlob(const char* filename, char* path, size_t* length, ExceptionInfo* exception) {
  if (!filename || !path || !length) return nullptr;
  return lodestone::Guard(exception, nullptr,
                          [&] { return lodestone::Find(filename, path, length, exception); });
}
