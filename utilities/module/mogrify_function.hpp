// MogrifyImage and MogrifyImages: options of convert, applied to images of a program.
#pragma once

#include "magick/api.h"

namespace lodestone::cli {

// As in GraphicsMagick, what cannot be done is left out, and reported by the image's exception.
MagickPassFail MogrifyOne(const ImageInfo* info, int argc, char** argv, Image** image);
MagickPassFail MogrifyList(const ImageInfo* info, int argc, char** argv, Image** images);

}  // namespace lodestone::cli
