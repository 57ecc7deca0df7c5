#include "kernels/jpeg/huffman.hpp"

#include <algorithm>

#include "kernels/jpeg/code.hpp"

namespace lodestone::kernels {
namespace {

constexpr JpegSymbol kNone(16, 0, JpegSymbol::kInvalid);

JpegSymbol SymbolOf(unsigned symbol, unsigned length, bool is_dc) {
  constexpr unsigned kZeros = 15;  // of 16 coefficients, if there is no value; else the block ends
  const unsigned size = symbol & 15, run = symbol >> 4;
  if (is_dc) return {length, size, 1};
  if (size != 0) return {length, size, run + 1};
  return {length, 0, run == kZeros ? run + 1 : JpegSymbol::kToEnd};
}

}  // namespace

bool JpegDecodingTable::Make(const MagickAccelerateJpegCode& code, bool is_dc) {
  if (!IsJpegCode(code, is_dc ? kMostDcSymbolToDecode : kMostAcSymbol)) return false;
  short_.fill(kNone);
  long_.clear();
  ForJpegCodes(code, [&](unsigned symbol, unsigned bits, unsigned length) {
    Fill(SymbolOf(symbol, length, is_dc), bits, length);
  });
  return true;
}

void JpegDecodingTable::Fill(JpegSymbol symbol, unsigned code, unsigned length) {
  if (length <= kShort) {
    std::fill_n(short_.begin() + (code << (kShort - length)), std::size_t{1} << (kShort - length),
                symbol);
    return;
  }
  JpegSymbol& beginning = short_[code >> (length - kShort)];
  if (beginning.bits() != 0) {
    beginning = JpegSymbol::Link(long_.size());
    long_.resize(long_.size() + (std::size_t{1} << kRest), kNone);
  }
  const unsigned rest = code << (16 - length) & ((1u << kRest) - 1);
  std::fill_n(long_.begin() + static_cast<std::ptrdiff_t>(beginning.link() + rest),
              std::size_t{1} << (16 - length), symbol);
}

}  // namespace lodestone::kernels
