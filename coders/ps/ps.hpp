// PostScript: images as pages. Writing is built in; a module on Ghostscript's library reads.
#pragma once

#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

unsigned int WritePs(const ImageInfo* image_info, Image* image);

// Registers PS, EPS and their variants; null where the reader is not there.
void RegisterPsFormats(DecoderHandler decoder, MagickHandler magick, const char* version);

}  // namespace lodestone::coders
LS_CODER_API_END
