// The Huffman codes that libjpeg makes of the counts of symbols.
#pragma once

#include "kernels/jpeg/encoded_codes.hpp"

namespace lodestone::kernels {

// Those of the components. False: there are too many symbols, or too unequally frequent ones, so
// that libjpeg gives up or makes no such code; or none, which no image has.
bool OptimizeJpegCodes(const JpegSymbolCounts& counts, MagickAccelerateEncoding& encoding);

}  // namespace lodestone::kernels
