// Portable Document Format: images as pages. Writing is built in; a module on poppler reads.
#pragma once

#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

unsigned int WritePdf(const ImageInfo* image_info, Image* image);

// Registers EPDF and PDF; null where the reader is not there.
void RegisterPdfFormats(DecoderHandler decoder, MagickHandler magick, const char* version);

}  // namespace lodestone::coders
LS_CODER_API_END
