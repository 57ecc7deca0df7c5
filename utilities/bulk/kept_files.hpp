// What outputs may not replace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lodestone::cli {

// Whether both names lead to one file.
bool IsSameFile(const std::string& a, const std::string& b);

// Files, and folders with all that is in them. Thread-safety: any number of threads may ask.
class KeptFiles {
 public:
  // Of which some need not be there.
  explicit KeptFiles(const std::vector<std::string>& names);

  // Whether the name leads to one of them.
  bool Has(const std::string& name) const;

 private:
  std::vector<std::filesystem::path> paths_;
};

}  // namespace lodestone::cli
