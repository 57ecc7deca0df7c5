// SHA-256 (FIPS 180-4), with the length field left to the caller.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace lodestone {

class Sha256 {
 public:
  static constexpr std::size_t kBlock = 64;  // bytes

  void Update(const std::uint8_t* data, std::size_t length);

  // Pads, appends `length_field` (the number of bits, in the standard) and gives 64 hex digits.
  std::string Finish(std::uint64_t length_field);

 private:
  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, kBlock> block_{};
  std::size_t used_ = 0;
};

}  // namespace lodestone
