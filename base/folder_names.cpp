#include "base/folder_names.hpp"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "base/owner.hpp"

namespace lodestone {

std::optional<std::vector<std::string>> FolderNames(const std::string& folder) {
  const Owner<DIR, closedir> open(opendir(folder.c_str()));
  if (open == nullptr && errno == ENOMEM) throw std::bad_alloc();
  if (open == nullptr) return std::nullopt;
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = readdir(open.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  if (errno != 0) return std::nullopt;
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace lodestone
