#include "base/resolve_links.hpp"

#include <limits.h>
#include <unistd.h>

#include <cstdlib>

namespace lodestone {
namespace {

// The link's own text, from where the link is.
std::string TargetOf(const std::string& link) {
  char text[PATH_MAX];
  const ssize_t length = readlink(link.c_str(), text, sizeof text);
  if (length <= 0) return "";
  const std::string target(text, static_cast<std::size_t>(length));
  const auto slash = link.rfind('/');
  return target[0] == '/' || slash == std::string::npos ? target
                                                        : link.substr(0, slash + 1) + target;
}

}  // namespace

std::string ResolveLinks(const std::string& name) {
  if (char* resolved = realpath(name.c_str(), nullptr)) {
    std::string result = resolved;
    std::free(resolved);
    return result;
  }
  constexpr int kMostLinks = 40;
  std::string result = name;
  for (int i = 0; i < kMostLinks; ++i) {
    const std::string target = TargetOf(result);
    if (target.empty()) return result;
    result = target;
  }
  return name;
}

}  // namespace lodestone
