#include "coders/common/png_chunks.hpp"

#include <zlib.h>

namespace lodestone::coders {

bool PngChunk::IsIntact() const {
  return PngChecksum(name, data) == crc;
}

PngChunk TakePngChunk(ByteCursor& cursor) {
  constexpr std::size_t kAround = 12;  // length and name before the data, checksum behind it
  ByteCursor start = cursor;
  const std::size_t length = cursor.U32Be();
  const ByteSpan name = cursor.Take(4);
  PngChunk chunk;
  chunk.name = {reinterpret_cast<const char*>(name.data()), name.size()};
  chunk.data = cursor.Take(length);
  chunk.crc = cursor.U32Be();
  chunk.whole = start.Take(length + kAround);
  return chunk;
}

std::uint32_t PngChecksum(std::string_view name, ByteSpan data) {
  uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(name.data()), name.size());
  if (!data.empty()) crc = crc32_z(crc, data.data(), data.size());
  return static_cast<std::uint32_t>(crc);
}

void PutPngChunk(std::string_view name, ByteSpan data, ByteSink& sink) {
  sink.U32Be(static_cast<std::uint32_t>(data.size()));
  sink.Text(name);
  sink.Bytes(data);
  sink.U32Be(PngChecksum(name, data));
}

}  // namespace lodestone::coders
