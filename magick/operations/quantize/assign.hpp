// Gives images the colours of a palette.
#pragma once

#include "magick/image.h"
#include "magick/quantize.h"
#include "magick/operations/quantize/palette.hpp"

namespace lodestone::quantize {

// Sets the colormap and the pixels; the image becomes PseudoClass, but DirectClass if the
// colorspace of `info` is transparent. MagickFail with image->exception set; if cancelled, part of
// the image may have changed. `search` is that of all images of a list, as in GraphicsMagick.
MagickPassFail Assign(const QuantizeInfo& info, CoarseSearch* search, Image* image);

}  // namespace lodestone::quantize
