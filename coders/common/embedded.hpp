// Files of another format inside a file.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// Decodes `bytes` as a file of the format `magick` into `image`, with its profiles and attributes.
void ReadEmbedded(const ImageInfo* image_info, const char* magick, ByteSpan bytes, Image* image,
                  ExceptionInfo* exception);

}  // namespace lodestone::coders
