// For naming and checking cache files: against accidents, not against attackers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace lodestone::accel {

// Word by word, as sources of programs are long. What differs in zeros at its end alone is alike.
// `factor`: odd, with about as many bits set as not.
inline uint64_t Hash(const void* data, size_t size, uint64_t hash = 0,
                     uint64_t factor = 0x9e3779b97f4a7c15u) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  const auto add = [&](size_t begin, size_t count) {
    uint64_t word = 0;
    std::memcpy(&word, bytes + begin, count);
    hash = (hash ^ word) * factor;
    hash = (hash ^ hash >> 32) * factor;
    hash ^= hash >> 29;
  };
  const size_t tail = size % sizeof(uint64_t);
  for (size_t i = 0; i < size - tail; i += sizeof(uint64_t)) add(i, sizeof(uint64_t));
  if (tail != 0) add(size - tail, tail);
  return hash;
}

// 128 bits over a list of texts; ("ab", "c") and ("a", "bc") differ.
class Digest {
 public:
  Digest& Add(std::string_view text) {
    const uint64_t size = text.size();
    for (int i : {0, 1}) {
      halves_[i] = Hash(&size, sizeof(size), halves_[i], kFactors[i]);
      halves_[i] = Hash(text.data(), text.size(), halves_[i], kFactors[i]);
    }
    return *this;
  }
  uint64_t first() const { return halves_[0]; }
  uint64_t second() const { return halves_[1]; }
  bool operator==(const Digest&) const = default;

 private:
  static constexpr uint64_t kFactors[2] = {0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u};
  uint64_t halves_[2] = {kFactors[1], kFactors[0]};
};

}  // namespace lodestone::accel
