// The registry of images and other objects.
#pragma once

#include "magick/error.h"
#include "magick/image.h"

namespace lodestone {

// Removes everything; numbers begin again at 0.
void ClearMagickRegistry();

// Stores a copy of the list that begins with `images`, in the place of one with the same file name
// (case does not matter). False with *exception set. Threads: safe.
bool ReplaceInMagickRegistry(const Image* images, ExceptionInfo* exception);

}  // namespace lodestone
