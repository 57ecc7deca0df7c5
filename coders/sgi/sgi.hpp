// Silicon Graphics images.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr unsigned kSgiIdentifier = 0x01da;
inline constexpr std::size_t kSgiHeaderBytes = 512;
inline constexpr std::size_t kSgiNameBytes = 80;

Image* ReadSgi(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteSgi(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
