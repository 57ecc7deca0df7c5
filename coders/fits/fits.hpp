// Flexible Image Transport System: cards of 80 characters, and numbers behind them.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::size_t kFitsCardBytes = 80;
inline constexpr std::size_t kFitsBlockBytes = 2880;
inline constexpr std::size_t kFitsKeywordBytes = 8;

constexpr std::size_t FitsPadding(std::size_t bytes) {
  return (kFitsBlockBytes - bytes % kFitsBlockBytes) % kFitsBlockBytes;
}

Image* ReadFits(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteFits(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
