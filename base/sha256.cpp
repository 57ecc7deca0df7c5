#include "base/sha256.hpp"

#include <array>
#include <cstdio>

namespace lodestone {

Sha256::Sha256() {
  sha256_init(&context_);
}

void Sha256::Update(const std::uint8_t* data, std::size_t length) {
  sha256_update(&context_, length, data);
}

// sha256_digest would append the length that it has counted. Padding ends with a block, so that the
// state is the digest.
std::string Sha256::Finish(std::uint64_t length_field) {
  constexpr std::size_t kBlock = SHA256_BLOCK_SIZE, kField = sizeof length_field;
  std::array<std::uint8_t, kBlock + kField> end{0x80};
  const std::size_t used = context_.index;
  const std::size_t length = (used + kField < kBlock ? kBlock : 2 * kBlock) - used;
  for (std::size_t i = 0; i < kField; ++i)
    end[length - 1 - i] = static_cast<std::uint8_t>(length_field >> 8 * i);
  Update(end.data(), length);
  std::string text;
  for (const std::uint32_t word : context_.state) {
    char hex[9];
    std::snprintf(hex, sizeof hex, "%08x", static_cast<unsigned>(word));
    text += hex;
  }
  return text;
}

}  // namespace lodestone
