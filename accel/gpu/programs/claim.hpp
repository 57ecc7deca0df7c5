// Which process does something that several may be about to do at once.
#pragma once

#include <cstdint>
#include <string>

namespace lodestone::accel::gpu {

// Held by at most one at a time of those who ask for the same number of the same file, in any
// process; dropped when it is destroyed or the process ends. Where files cannot be locked, everyone
// holds it.
class Claim {
 public:
  // Holds nothing while another one holds it.
  Claim(const std::string& file, uint64_t number);
  Claim(Claim&& other) noexcept;
  Claim& operator=(Claim&&) = delete;
  ~Claim();

  explicit operator bool() const { return held_; }

 private:
  int descriptor_;
  bool held_ = true;
};

}  // namespace lodestone::accel::gpu
