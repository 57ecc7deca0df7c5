// What -verbose prints.
#pragma once

#include "magick/api.h"

namespace lodestone::cli {

// Describes the images on stderr if the settings ask for it. Thread-safety: safe.
void ReportIfVerbose(const ImageInfo* info, Image* images);

}  // namespace lodestone::cli
