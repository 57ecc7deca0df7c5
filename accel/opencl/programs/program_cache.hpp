// Compiled programs on disk. Files are written beside their place and renamed into it, so readers
// see a whole file or none; whatever does not check out is as good as absent.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.hpp"

namespace lodestone::accel::opencl {

class ProgramCache {
 public:
  // directory: exists, or "" to keep nothing; problem: why it is "".
  ProgramCache(std::string directory, std::string problem)
      : directory_(std::move(directory)), problem_(std::move(problem)) {}

  // The program stored under the key. A file that is truncated, corrupt or of another key is
  // removed.
  std::optional<std::vector<unsigned char>> Load(const Digest& key);

  // Does nothing but remember why, when the file cannot be written.
  void Store(const Digest& key, const std::vector<unsigned char>& binary);

  // For a program that passed the checks but that the driver does not take.
  void Discard(const Digest& key);

  // Where programs are kept, or why nowhere; for people.
  std::string Describe() const;

  std::string PathOf(const Digest& key) const;

 private:
  std::string directory_;
  mutable std::mutex mutex_;
  std::string problem_;  // of the directory, or of the latest write
};

}  // namespace lodestone::accel::opencl
