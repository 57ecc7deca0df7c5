// The chunks that PNG, MNG and JNG files consist of.
#pragma once

#include <string_view>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::string_view kPngSignature("\211PNG\r\n\032\n", 8);

struct PngChunk {
  std::string_view name;
  ByteSpan data;
  ByteSpan whole;
  std::uint32_t crc = 0;  // as the file has it

  bool IsIntact() const;
};

// Fails at the end of the data.
PngChunk TakePngChunk(ByteCursor& cursor);

std::uint32_t PngChecksum(std::string_view name, ByteSpan data);
void PutPngChunk(std::string_view name, ByteSpan data, ByteSink& sink);

}  // namespace lodestone::coders
