// -profile FILE
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// Attaches the profile in a file; "ICM:file" or the extension gives its type. Of any other file, an
// image, all profiles. Colours are converted from the profile that the image has, if any.
void AttachProfileFile(const ImageInfo* info, Image* image, const std::string& filename);

}  // namespace lodestone::cli
