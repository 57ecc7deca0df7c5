#include "accel/profile/cache_directory.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace lodestone::accel {
namespace {

std::string FromEnvironment(const char* name, const char* suffix) {
  const char* value = std::getenv(name);
  return value && value[0] == '/' ? std::string(value) + suffix : std::string();
}

std::string Candidate() {
  if (std::string path = FromEnvironment("MAGICK_OPENCL_CACHE_DIR", ""); !path.empty()) return path;
  if (std::string path = FromEnvironment("XDG_CACHE_HOME", "/lodestone"); !path.empty())
    return path;
  return FromEnvironment("HOME", "/.cache/lodestone");
}

bool MakeDirectories(const std::string& path) {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && slash == std::string::npos)
      return false;
    if (slash == std::string::npos) return true;
  }
}

}  // namespace

CacheDirectory FindCacheDirectory() {
  const std::string path = Candidate();
  if (path.empty())
    return {"", "none of MAGICK_OPENCL_CACHE_DIR, XDG_CACHE_HOME and HOME names a directory"};
  if (!MakeDirectories(path)) return {"", "cannot create " + path + ": " + std::strerror(errno)};
  if (access(path.c_str(), R_OK | W_OK | X_OK) != 0)
    return {"", "cannot write to " + path + ": " + std::strerror(errno)};
  return {path, ""};
}

}  // namespace lodestone::accel
