#include "kernels/jpeg/encoded_codes.hpp"

namespace lodestone::kernels {

void JpegSymbolCounts::Add(const JpegSymbolCounts& other) {
  for (std::size_t code = 0; code < MAGICK_ACCELERATE_JPEG_CODES; ++code) {
    for (std::size_t i = 0; i < 256; ++i) {
      dc[code][i] += other.dc[code][i];
      ac[code][i] += other.ac[code][i];
    }
  }
}

namespace {

JpegCodeTable MakeCodeTable(const MagickAccelerateJpegCode& code, bool is_dc) {
  JpegCodeTable table{};
  unsigned next = 0;
  std::size_t k = 0;
  for (unsigned length = 1; length <= 16; ++length, next <<= 1) {
    for (unsigned i = 0; i < code.counts[length]; ++i, ++next, ++k) {
      const unsigned symbol = code.symbols[k], size = is_dc ? symbol : symbol & 15;
      table[symbol] = next << size << 5 | (length + size);
    }
  }
  return table;
}

}  // namespace

JpegCodeTables::JpegCodeTables(const MagickAccelerateEncoding& encoding) {
  for (std::size_t i = 0; i < MAGICK_ACCELERATE_JPEG_CODES; ++i) {
    dc[i] = MakeCodeTable(encoding.dc[i], true);
    ac[i] = MakeCodeTable(encoding.ac[i], false);
  }
}

}  // namespace lodestone::kernels
