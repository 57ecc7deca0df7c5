// Images in words: the escapes of -format, -comment and -label, and identify's text.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// Replaces %w, %[EXIF:Model], \n and the like by the image's values.
std::string ExpandImageText(const ImageInfo* info, Image* image, const std::string& format);

// Whether any escape of the format needs pixels.
bool NeedsPixels(const std::string& format);

// What DescribeImage prints; CommandError if there is no memory for it.
std::string DescriptionText(Image* image, unsigned int verbose);

}  // namespace lodestone::cli
