// The programs that paint an image into the unit square, and its data.
#pragma once

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// Level 1: hexadecimal digits, which procedures of the page turn into pixels.
void WritePsLevel1(const ImageInfo* image_info, Image* blob, Image* image);

// Levels 2 and 3: dictionaries and filters. Level 3 leaves out pixels that are fully transparent.
void WritePsFiltered(const ImageInfo* image_info, unsigned level, Image* blob, Image* image);

// "%%BeginPreview" and so on: the image in black and white.
void WritePsPreview(Image* blob, Image* image);

}  // namespace lodestone::coders
