// SHA-256 (FIPS 180-4), with the length field left to the caller.
#pragma once

#include <nettle/sha2.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace lodestone {

// By nettle, which uses the CPU's own instructions where it has them. It loads and starts in a
// tenth of a millisecond; libcrypto and libgcrypt take six, and libgcrypt can append no other
// length.
class Sha256 {
 public:
  Sha256();

  void Update(const std::uint8_t* data, std::size_t length);

  // Pads, appends `length_field` (the number of bits, in the standard) and gives 64 hex digits.
  std::string Finish(std::uint64_t length_field);

 private:
  sha256_ctx context_;
};

}  // namespace lodestone
