// MNG and JNG files taken apart and put together by plain code.
#pragma once

#include <algorithm>

#include "tests/coders/png_chunks.hpp"

namespace lodestone::coders::test {

inline const Bytes kMngStart = {0x8a, 'M', 'N', 'G', '\r', '\n', 0x1a, '\n'};
inline const Bytes kJngStart = {0x8b, 'J', 'N', 'G', '\r', '\n', 0x1a, '\n'};

// They differ from PNG files by their first eight bytes alone.
inline std::vector<PngChunk> MngChunks(const Bytes& file) {
  return PngChunks(file);
}

inline Bytes MngFile(const Bytes& start, const std::vector<PngChunk>& chunks) {
  Bytes file = PngFile(chunks);
  std::copy(start.begin(), start.end(), file.begin());
  return file;
}

// Of all chunks of that name together.
inline Bytes DataOf(const std::vector<PngChunk>& chunks, const std::string& name) {
  Bytes data;
  for (const PngChunk& chunk : chunks)
    if (chunk.name == name) data.insert(data.end(), chunk.data.begin(), chunk.data.end());
  return data;
}

inline std::vector<std::string> NamesOf(const std::vector<PngChunk>& chunks) {
  std::vector<std::string> names;
  for (const PngChunk& chunk : chunks) names.push_back(chunk.name);
  return names;
}

inline Bytes Deflated(const Bytes& bytes) {
  Bytes out(compressBound(static_cast<uLong>(bytes.size())));
  uLongf length = static_cast<uLongf>(out.size());
  compress(out.data(), &length, bytes.data(), static_cast<uLong>(bytes.size()));
  out.resize(length);
  return out;
}

// Big-endian numbers of 1, 2 or 4 bytes.
class Fields {
 public:
  Fields& U8(unsigned value) { return Put(value, 1); }
  Fields& U16(unsigned value) { return Put(value, 2); }
  Fields& U32(std::int64_t value) { return Put(static_cast<std::uint32_t>(value), 4); }
  operator Bytes() const { return bytes_; }

 private:
  Fields& Put(std::uint32_t value, unsigned count) {
    PutBe(bytes_, value, count);
    return *this;
  }
  Bytes bytes_;
};

}  // namespace lodestone::coders::test
