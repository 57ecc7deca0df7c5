// ZSoft PC Paintbrush, single images (PCX) and several in a file (DCX).
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::uint8_t kPcxIdentifier = 0x0a;
inline constexpr std::size_t kPcxHeaderBytes = 128;
inline constexpr std::size_t kPcxHeaderColors = 16;
inline constexpr std::uint8_t kPcxPaletteMark = 0x0c;  // before the colormap at the end
inline constexpr std::size_t kPcxPaletteBytes = 3 * 256;
inline constexpr unsigned kPcxRunMark = 0xc0;  // in the byte that counts
inline constexpr std::uint32_t kDcxIdentifier = 0x3ade68b1;
inline constexpr std::size_t kDcxPagesMax = 1023;  // the table ends with a zero

Image* ReadPcx(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WritePcx(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
