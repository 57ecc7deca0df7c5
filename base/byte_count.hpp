// Numbers of bytes in the environment.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

namespace lodestone {

// "300", "64K", "16M", "2G" (powers of 1024). Nothing for any other text.
inline std::optional<std::uint64_t> ParseBytes(const std::string& text) {
  std::uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || end - rest > 1) return std::nullopt;
  if (rest == end) return count;
  const std::string suffixes = "KMG";
  const auto power = suffixes.find(static_cast<char>(*rest & ~0x20));
  if (power == std::string::npos) return std::nullopt;
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, std::uint64_t{1024} << (10 * power), &bytes))
    return std::nullopt;
  return bytes;
}

}  // namespace lodestone
