// -profile FILE
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// Attaches the profile in a file; "ICM:file" or the extension gives its type.
void AttachProfileFile(Image* image, const std::string& filename);

}  // namespace lodestone::cli
