// Huffman codes: what they have to be, and which they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "kernels/jpeg/jpeg.h"

namespace lodestone::kernels {

// Whether its codes fit into their lengths, there is a symbol for each, none of them more than
// `most`, and no code is of ones alone, which T.81 reserves and libjpeg refuses.
inline bool IsJpegCode(const MagickAccelerateJpegCode& code, unsigned most) {
  std::uint32_t next = 0, count = 0;
  for (unsigned length = 1; length <= 16; ++length, next <<= 1) {
    next += code.counts[length];
    count += code.counts[length];
    if (next >= 1u << length || count > std::size(code.symbols)) return false;
  }
  return std::all_of(code.symbols, code.symbols + count,
                     [most](std::uint8_t symbol) { return symbol <= most; });
}

// Calls each(symbol, code, its length) for all codes, in their order.
template <class Each>
void ForJpegCodes(const MagickAccelerateJpegCode& code, const Each& each) {
  unsigned next = 0;
  const std::uint8_t* symbol = code.symbols;
  for (unsigned length = 1; length <= 16; ++length, next <<= 1)
    for (unsigned i = 0; i < code.counts[length]; ++i, ++next) each(*symbol++, next, length);
}

inline constexpr unsigned kMostDcSymbolToDecode = 15, kMostDcSymbolToEncode = 11,
                          kMostAcSymbol = 255;

}  // namespace lodestone::kernels
