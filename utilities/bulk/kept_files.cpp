#include "utilities/bulk/kept_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;

// Without links, as far as there is something.
fs::path Resolved(const std::string& name) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(name, error), error);
  return error ? fs::path(name).lexically_normal() : path;
}

bool IsIn(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace

bool IsSameFile(const std::string& a, const std::string& b) {
  struct stat first, second;
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

KeptFiles::KeptFiles(const std::vector<std::string>& names) {
  for (const std::string& name : names) paths_.push_back(Resolved(name));
}

bool KeptFiles::Has(const std::string& name) const {
  const fs::path path = Resolved(name);
  std::error_code ignored;
  const bool exists = fs::exists(path, ignored);  // few do, and only these may be another's name
  return std::any_of(paths_.begin(), paths_.end(), [&](const fs::path& kept) {
    return IsIn(path, kept) || (exists && IsSameFile(name, kept.string()));
  });
}

}  // namespace lodestone::cli
