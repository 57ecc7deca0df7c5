// The Huffman code that libjpeg makes of the counts of symbols.
#pragma once

#include "kernels/jpeg/encoded_bits.hpp"
#include "kernels/jpeg/encoding.h"

namespace lodestone::kernels {

// At least one symbol occurs. False: there are too many, or too unequally frequent ones, so that
// libjpeg gives up or makes no such code.
bool MakeOptimalCode(const JpegCounts& counts, LsJpegCode& code);

}  // namespace lodestone::kernels
