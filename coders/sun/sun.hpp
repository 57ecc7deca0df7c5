// SUN raster files.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::uint32_t kSunIdentifier = 0x59a66a95;
enum class SunType : std::uint32_t { kOld = 0, kStandard = 1, kRunLengths = 2, kRgb = 3 };
inline constexpr std::uint32_t kSunNoMap = 0, kSunRgbMap = 1;

// Lines take a multiple of 16 bits.
constexpr std::size_t SunLineBytes(std::size_t columns, unsigned depth) {
  return (columns * depth + 15) / 16 * 2;
}

Image* ReadSun(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteSun(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
