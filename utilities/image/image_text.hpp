// The escapes of -format, -comment and -label.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// Replaces %w, %[EXIF:Model], \n and the like by what they say of the image.
std::string ExpandImageText(const ImageInfo* info, Image* image, const std::string& format);

// Whether some escape of the format needs pixels.
bool NeedsPixels(const std::string& format);

// Size of the file that the image was read from as FormatSize writes it.
std::string FileSizeText(const Image* image);

// Value of an attribute, "" when there is none.
std::string AttributeText(const Image* image, const std::string& key);

}  // namespace lodestone::cli
