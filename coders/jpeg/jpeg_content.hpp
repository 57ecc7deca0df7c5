// What an image shows that the decoder made smaller.
#pragma once

#include "kernels/jpeg/jpeg.h"
#include "magick/image.h"

namespace lodestone::coders {

// What an accelerator would have told of its rows, which are in host memory. Throws a Failure.
MagickAccelerateDecoded LookAt(const Image* image, ExceptionInfo* exception);

// Whether it is drawn, written or a picture of a screen: plain areas with hard edges, where the
// decoder's reduction shows, as it does not in photographs.
bool LooksDrawn(const Image* image, const MagickAccelerateDecoded& decoded);

}  // namespace lodestone::coders
