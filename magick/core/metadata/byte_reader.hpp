// Reading big-endian numbers from the bytes of a profile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace lodestone {

class ByteReader {
 public:
  ByteReader(const unsigned char* bytes, std::size_t length) : next_(bytes), left_(length) {}

  std::size_t left() const { return left_; }
  // 255 at the end.
  unsigned char Byte() {
    if (left_ == 0) return 0xff;
    --left_;
    return *next_++;
  }
  // -1, and nothing is read, if there are too few bytes.
  std::int32_t Short() { return left_ < 2 ? -1 : static_cast<std::int32_t>(Number(2)); }
  std::int32_t Long() { return left_ < 4 ? -1 : static_cast<std::int32_t>(Number(4)); }
  void Skip(std::size_t count) {
    count = std::min(count, left_);
    next_ += count;
    left_ -= count;
  }
  // `count` bytes, or as many as there are.
  std::string Text(std::size_t count) {
    count = std::min(count, left_);
    const std::string text(reinterpret_cast<const char*>(next_), count);
    Skip(count);
    return text;
  }

 private:
  std::uint32_t Number(int bytes) {
    std::uint32_t value = 0;
    for (; bytes != 0; --bytes) value = value << 8 | Byte();
    return value;
  }

  const unsigned char* next_;
  std::size_t left_;
};

}  // namespace lodestone
