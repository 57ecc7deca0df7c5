// LZW as PDF and TIFF specify it.
#pragma once

#include <cstddef>

#include "magick/compress.h"

namespace lodestone {

// As LZWEncode2Image, but for the width of the last code, which GraphicsMagick gets wrong where the
// width has just grown.
void EncodeLzw(const magick_uint8_t* bytes, std::size_t length, WriteByteHook write, void* info);

}  // namespace lodestone
