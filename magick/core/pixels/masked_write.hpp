// Writing whole images through the masks of others.
#pragma once

#include "magick/image.h"

namespace lodestone {

// Writes the pixels of `result`, which is of the same size, to `image` through its masks. False
// with *exception set.
bool WriteThroughMasks(const Image* result, Image* image, ExceptionInfo* exception);

}  // namespace lodestone
