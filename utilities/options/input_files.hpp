// Expands names on the command line and reads images.
#pragma once

#include <string>
#include <vector>

#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

// The files that a pattern such as "*.jpg" matches, sorted; the name itself when it is not a
// pattern or matches nothing.
std::vector<std::string> ExpandInputName(const std::string& name);

// Reads with the settings of `info`, with pixels unless info->ping. Throws CommandError.
ImageList ReadImages(const ImageInfo* info, const std::string& name);

// A whole text file.
std::string ReadTextFile(const std::string& name);

// The value itself, or for @file the text of that file without the newline at its end.
std::string TextOrFile(const std::string& value);

}  // namespace lodestone::cli
