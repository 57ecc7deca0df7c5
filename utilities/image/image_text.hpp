// The escapes of -format, -comment and -label.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// Replaces %w, %[EXIF:Model], \n and the like by the image's values.
std::string ExpandImageText(const ImageInfo* info, Image* image, const std::string& format);

// Whether any escape of the format needs pixels.
bool NeedsPixels(const std::string& format);

// Size of the file that the image was read from, in the form of FormatSize.
std::string FileSizeText(const Image* image);

// Value of an attribute, "" when there is none.
std::string AttributeText(const Image* image, const std::string& key);

}  // namespace lodestone::cli
