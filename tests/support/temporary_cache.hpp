// An empty cache directory for one test, in use during its lifetime.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace lodestone::testing_support {

class TemporaryCache {
 public:
  TemporaryCache() {
    std::string name = (std::filesystem::temp_directory_path() / "lodestone-XXXXXX").string();
    path_ = mkdtemp(name.data());
    const char* before = std::getenv(kVariable);
    had_ = before != nullptr;
    if (had_) before_ = before;
    setenv(kVariable, path_.c_str(), 1);
  }
  ~TemporaryCache() {
    had_ ? setenv(kVariable, before_.c_str(), 1) : unsetenv(kVariable);
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryCache(const TemporaryCache&) = delete;
  TemporaryCache& operator=(const TemporaryCache&) = delete;

  const std::string& path() const { return path_; }

 private:
  static constexpr char kVariable[] = "MAGICK_OPENCL_CACHE_DIR";
  std::string path_, before_;
  bool had_ = false;
};

}  // namespace lodestone::testing_support
