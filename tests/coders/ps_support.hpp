// PostScript files as their text says, decoded by plain code.
#pragma once

#include <sstream>

#include <zlib.h>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {

inline std::string TextOf(const Bytes& bytes) {
  return {bytes.begin(), bytes.end()};
}

// What the filter ASCII85Decode makes of the text up to "~>".
inline Bytes FromBase85(const std::string& text) {
  Bytes bytes;
  std::vector<unsigned> digits;
  const auto flush = [&](std::size_t count) {
    unsigned long value = 0;
    for (std::size_t i = 0; i < 5; ++i) value = value * 85 + (i < digits.size() ? digits[i] : 84);
    for (std::size_t i = 0; i < count; ++i)
      bytes.push_back(static_cast<std::uint8_t>(value >> (24 - 8 * i)));
    digits.clear();
  };
  for (const char c : text.substr(0, text.find("~>"))) {
    if (c == 'z' && digits.empty()) {
      bytes.insert(bytes.end(), 4, 0);
    } else if (c >= '!' && c <= 'u') {
      digits.push_back(static_cast<unsigned>(c - '!'));
      if (digits.size() == 5) flush(4);
    }
  }
  if (!digits.empty()) flush(digits.size() - 1);
  return bytes;
}

inline Bytes FromHex(const std::string& text) {
  Bytes bytes;
  std::string digits;
  for (const char c : text) {
    if (!std::isxdigit(static_cast<unsigned char>(c))) continue;
    digits += c;
    if (digits.size() < 2) continue;
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16)));
    digits.clear();
  }
  return bytes;
}

inline Bytes Inflated(const Bytes& bytes, std::size_t length) {
  Bytes inflated(length + 1);
  uLongf got = inflated.size();
  EXPECT_EQ(uncompress(inflated.data(), &got, bytes.data(), bytes.size()), Z_OK);
  inflated.resize(got);
  return inflated;
}

inline Bytes FromRunLengths(const Bytes& bytes) {
  Bytes plain;
  for (std::size_t i = 0; i < bytes.size() && bytes[i] != 128;) {
    const unsigned code = bytes[i++];
    if (code < 128) {
      plain.insert(plain.end(), bytes.begin() + static_cast<long>(i),
                   bytes.begin() + static_cast<long>(i + code + 1));
      i += code + 1;
    } else {
      plain.insert(plain.end(), 257 - code, bytes[i++]);
    }
  }
  return plain;
}

// The line that begins with `prefix`, without that.
inline std::string LineOf(const std::string& text, const std::string& prefix) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(prefix)) return line.substr(prefix.size());
  }
  return "none";
}

// Red, green and blue, or grey, of 8 bits.
inline Bytes ByteSamplesOf(const Image* image, bool gray) {
  Bytes samples;
  const std::vector<std::uint16_t> rgba = Rgba16(image);
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    if (i % 4 != 3 && !(gray && i % 4 != 0))
      samples.push_back(static_cast<std::uint8_t>(rgba[i] >> 8));
  }
  return samples;
}

}  // namespace lodestone::coders::test
