// X pixmaps: C source text with colours by name and characters as pixels.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

Image* ReadXpm(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteXpm(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
