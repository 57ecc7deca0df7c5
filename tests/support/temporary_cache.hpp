// An empty cache directory for one test, in use during its lifetime.
#pragma once

#include <cstdlib>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace lodestone::test {

class TemporaryCache {
 public:
  TemporaryCache() {
    const char* before = std::getenv(kVariable);
    had_ = before != nullptr;
    if (had_) before_ = before;
    setenv(kVariable, folder_.path().c_str(), 1);
  }
  ~TemporaryCache() { had_ ? setenv(kVariable, before_.c_str(), 1) : unsetenv(kVariable); }
  TemporaryCache(const TemporaryCache&) = delete;
  TemporaryCache& operator=(const TemporaryCache&) = delete;

  const std::string& path() const { return folder_.path().native(); }

 private:
  static constexpr char kVariable[] = "MAGICK_OPENCL_CACHE_DIR";
  const test::TemporaryFolder folder_;
  std::string before_;
  bool had_ = false;
};

}  // namespace lodestone::test
