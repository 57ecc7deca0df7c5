// Measurements in processes of their own: a first call happens once a process.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lodestone::bench {

// A folder that is removed at the end; caches of the library and of drivers go there.
class CacheFolder {
 public:
  CacheFolder();
  ~CacheFolder();
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;

  // NAME=VALUE for every variable that says where something is cached.
  std::vector<std::string> Variables() const;

 private:
  std::filesystem::path path_;
};

// Runs this program with `words` and these variables, and returns the JSON that it prints.
// Throws std::runtime_error with what it said when it fails.
nlohmann::json RunSelf(const std::vector<std::string>& words,
                       const std::vector<std::string>& variables);

}  // namespace lodestone::bench
