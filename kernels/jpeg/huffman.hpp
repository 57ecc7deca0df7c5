// Huffman codes as tables in which a decoder looks up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/jpeg/jpeg.h"

namespace lodestone::kernels {

// What follows from the next bits: a code, and the bits of a value behind it.
class JpegSymbol {
 public:
  static constexpr unsigned kToEnd = 64;     // coefficients: those up to the end of the block
  static constexpr unsigned kInvalid = 127;  // no code begins so

  constexpr JpegSymbol() = default;
  // advance: coefficients, the value's included.
  constexpr JpegSymbol(unsigned code_bits, unsigned size, unsigned advance)
      : packed_((code_bits + size) | code_bits << 8 | (64 - size) << 16 | advance << 24 |
                (size != 0 ? 1u << 31 : 0)) {}
  // Stands for longer codes, which are in a table of their own.
  static constexpr JpegSymbol Link(std::size_t first) {
    JpegSymbol symbol;
    symbol.packed_ = static_cast<std::uint32_t>(first << 8);
    return symbol;
  }

  constexpr unsigned bits() const { return packed_ & 255; }  // of both together; 0: a link
  constexpr unsigned advance() const { return packed_ >> 24 & 127; }
  constexpr bool has_value() const { return packed_ >> 31 != 0; }
  constexpr std::size_t link() const { return packed_ >> 8; }

  // Of `next`, which begins with the code: negative if its first bit is 0. Without branches, and
  // nothing in particular if there is no value.
  int ValueIn(std::uint64_t next) const {
    const std::uint64_t behind = next << (packed_ >> 8 & 63);
    const auto flips = static_cast<std::uint64_t>(~(static_cast<std::int64_t>(behind) >> 63));
    const std::uint64_t magnitude = (behind ^ flips) >> (packed_ >> 16 & 63);
    return static_cast<int>((magnitude ^ flips) - flips);
  }

 private:
  std::uint32_t packed_ = 0;
};

class JpegDecodingTable {
 public:
  static constexpr unsigned kShort = 10, kRest = 6;  // bits

  // False if that is no Huffman code for the purpose.
  bool Make(const MagickAccelerateJpegCode& code, bool is_dc);

  // next: the next bits of the data, from the highest one on. May be a link.
  JpegSymbol FindShort(std::uint64_t next) const { return short_[next >> (64 - kShort)]; }
  JpegSymbol FindLong(JpegSymbol link, std::uint64_t next) const {
    return long_[link.link() + (next << kShort >> (64 - kRest))];
  }

 private:
  void Fill(JpegSymbol symbol, unsigned code, unsigned length);

  std::array<JpegSymbol, std::size_t{1} << kShort> short_;
  std::vector<JpegSymbol> long_;  // 2^kRest for each beginning that longer codes have
};

}  // namespace lodestone::kernels
