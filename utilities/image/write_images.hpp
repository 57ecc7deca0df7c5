// Writing images.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// Throws CommandError if the prefix or extension of a name is that of no format that can be
// written.
void RequireWritable(const std::string& name);

// Writes all images of a list to a file. Warns of an extension that names no format. Throws
// CommandError.
void WriteFile(const ImageInfo* info, Image* images, const std::string& output);

// The same at the end of a command: describes the images if -verbose asks for it.
void WriteOutput(const ImageInfo* info, Image* images, const std::string& output);

}  // namespace lodestone::cli
