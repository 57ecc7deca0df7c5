// Finds names that occur more than once among any number of them.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace lodestone::cli {

// Digests of the names in a temporary file: sorting it is left to the system's page cache.
class NameClaims {
 public:
  explicit NameClaims(const std::string& file);
  ~NameClaims();

  void Add(const std::string& name);
  // Once, after all have been added. Whether any name occurs twice.
  bool FindClashes();
  // After FindClashes: whether this is such a name.
  bool Clashes(const std::string& name) const;

 private:
  const std::string file_name_;
  std::ofstream file_;
  std::vector<std::uint64_t> clashes_;  // sorted; the first thousand
};

}  // namespace lodestone::cli
