// Truevision Targa.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

enum class TgaKind { kIndexes = 1, kColors = 2, kGray = 3 };
inline constexpr unsigned kTgaRunLengths = 8;  // added to the kind
inline constexpr std::uint8_t kTgaFromRight = 0x10;
inline constexpr std::uint8_t kTgaFromTop = 0x20;

Image* ReadTga(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteTga(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
