// Ways to compress files that this build knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "magick/core/blob/stream_codec.hpp"

namespace lodestone {

struct CompressedFormat {
  std::string_view suffix;  // of names: "gz"
  // Whether a file that begins with these kSignatureBytes, or fewer, is compressed so.
  bool (*matches)(std::span<const std::uint8_t> start);
  // Null: no memory.
  std::unique_ptr<StreamCodec> (*decompress)();
  std::unique_ptr<StreamCodec> (*compress)();
};
inline constexpr std::size_t kSignatureBytes = 10;

// Null: none.
const CompressedFormat* CompressedFormatOf(std::span<const std::uint8_t> start);
const CompressedFormat* CompressedFormatOf(std::string_view filename);

}  // namespace lodestone
