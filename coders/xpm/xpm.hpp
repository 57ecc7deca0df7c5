// X pixmaps: C source text with colours by name and characters as pixels.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// What files of version 2 begin with.
inline constexpr std::string_view kXpm2Mark = "! XPM2";

Image* ReadXpm(const ImageInfo* image_info, ExceptionInfo* exception);
// Writes the text for an image to the open blob of `out`. Transparent pixels get the colour `none`.
void PutXpm(Image* image, const char* none, Image* out);
unsigned int WritePicon(const ImageInfo* image_info, Image* image);
unsigned int WriteXpm(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
