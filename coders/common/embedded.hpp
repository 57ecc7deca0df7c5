// Files of another format inside a file.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// Decodes `bytes` as a file of the format `magick` into `image`, with its profiles and attributes.
void ReadEmbedded(const ImageInfo* image_info, const char* magick, ByteSpan bytes, Image* image,
                  ExceptionInfo* exception);

// What belongs to an image besides its size and pixels: profiles, texts, resolution, what its
// colours mean.
void CopyMetadata(const Image* from, Image* to);

// `image`, alone, as a file of the format `magick`, whose name it gets.
std::vector<std::uint8_t> EncodeEmbedded(const ImageInfo* image_info, const char* magick,
                                         Image* image, ExceptionInfo* exception);

}  // namespace lodestone::coders
