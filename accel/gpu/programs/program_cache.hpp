// Compiled programs on disk. Files are written under a temporary name and renamed, so that readers
// see a whole file or none; an invalid file is treated as missing.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "accel/gpu/programs/claim.hpp"
#include "base/digest.hpp"

namespace lodestone::accel::gpu {

class ProgramCache {
 public:
  // directory: exists, or "": nothing is stored; problem: why it is "".
  ProgramCache(std::string directory, std::string problem)
      : directory_(std::move(directory)), problem_(std::move(problem)) {}

  // The program stored under the key. A file that is truncated, corrupt or of another key is
  // removed.
  std::optional<std::vector<unsigned char>> Load(const Digest& key);

  // If the file cannot be written, only remembers why.
  void Store(const Digest& key, const std::vector<unsigned char>& binary);

  // For a program that passed the checks but that the driver rejects.
  void Discard(const Digest& key);

  bool Has(const Digest& key) const;

  // The right to build a program. Empty while another process builds it.
  Claim TryToClaim(const Digest& key) const;
  // Empty if that takes very long.
  Claim WaitToClaim(const Digest& key) const;

  // Whether programs are kept on disk.
  bool Keeps() const { return !directory_.empty(); }

  // Where programs are stored, or why nowhere; for the user.
  std::string Describe() const;

  std::string PathOf(const Digest& key) const;

 private:
  std::string ClaimsFile() const;

  std::string directory_;
  mutable std::mutex mutex_;
  std::string problem_;  // of the directory, or of the latest write
};

}  // namespace lodestone::accel::gpu
