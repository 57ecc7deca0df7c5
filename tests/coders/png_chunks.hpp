// PNG files taken apart and put together by plain code.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

struct PngChunk {
  std::string name;
  Bytes data;
  bool operator==(const PngChunk&) const = default;
};

inline std::uint32_t Be32(const Bytes& bytes, std::size_t at) {
  return bytes[at] * 0x1000000u + bytes[at + 1] * 0x10000u + bytes[at + 2] * 0x100u + bytes[at + 3];
}

inline void PutBe(Bytes& bytes, std::uint32_t value, unsigned count) {
  for (unsigned i = count; i-- > 0;) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

inline std::vector<PngChunk> PngChunks(const Bytes& file) {
  std::vector<PngChunk> chunks;
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const std::size_t length = Be32(file, at);
    if (length > file.size() - at - 12) break;
    const auto name = file.begin() + static_cast<std::ptrdiff_t>(at) + 4;
    const auto end = name + 4 + static_cast<std::ptrdiff_t>(length);
    EXPECT_EQ(crc32(0, &*name, static_cast<uInt>(length + 4)), Be32(file, at + 8 + length));
    chunks.push_back({std::string(name, name + 4), Bytes(name + 4, end)});
    at += length + 12;
  }
  return chunks;
}

inline Bytes PngFile(const std::vector<PngChunk>& chunks) {
  Bytes file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  for (const PngChunk& chunk : chunks) {
    PutBe(file, static_cast<std::uint32_t>(chunk.data.size()), 4);
    Bytes body(chunk.name.begin(), chunk.name.end());
    body.insert(body.end(), chunk.data.begin(), chunk.data.end());
    file.insert(file.end(), body.begin(), body.end());
    PutBe(file, static_cast<std::uint32_t>(crc32(0, body.data(), static_cast<uInt>(body.size()))),
          4);
  }
  return file;
}

// The data of the only chunk of that name; empty if there is none.
inline Bytes PngChunkData(const Bytes& file, const std::string& name) {
  for (const PngChunk& chunk : PngChunks(file)) {
    if (chunk.name == name) return chunk.data;
  }
  return {};
}

}  // namespace lodestone::coders::test
