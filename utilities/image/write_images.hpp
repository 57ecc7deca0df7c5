// Writing images.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// Writes all images of a list to a file, and describes them if -verbose asks for it. Throws
// CommandError.
void WriteOutput(const ImageInfo* info, Image* images, const std::string& output);

}  // namespace lodestone::cli
