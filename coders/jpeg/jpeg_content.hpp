// What an image shows that the decoder made smaller.
#pragma once

#include "magick/image.h"

namespace lodestone::coders {

// Whether it is drawn, written or a picture of a screen: plain areas with hard edges, where the
// decoder's reduction shows, as it does not in photographs. Throws a Failure.
bool LooksDrawn(const Image* image, ExceptionInfo* exception);

}  // namespace lodestone::coders
