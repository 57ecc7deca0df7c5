// The hash of an image's pixels that identify shows.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// 64 hex digits, the same as GraphicsMagick computes for the same pixels.
std::string ImageSignature(const Image* image);

}  // namespace lodestone::cli
