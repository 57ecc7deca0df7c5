// FNV-1a, for naming and checking cache files. It guards against accidents, not against attackers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lodestone::accel {

inline uint64_t Fnv1a(const void* data, size_t size, uint64_t hash = 0xcbf29ce484222325u) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

// 128 bits over a list of texts; ("ab", "c") and ("a", "bc") differ.
class Digest {
 public:
  Digest& Add(std::string_view text) {
    const uint64_t size = text.size();
    for (uint64_t& half : halves_) {
      half = Fnv1a(&size, sizeof(size), half);
      half = Fnv1a(text.data(), text.size(), half);
    }
    return *this;
  }
  uint64_t first() const { return halves_[0]; }
  uint64_t second() const { return halves_[1]; }
  bool operator==(const Digest&) const = default;

 private:
  uint64_t halves_[2] = {0xcbf29ce484222325u, 0x6c62272e07bb0142u};
};

}  // namespace lodestone::accel
