#include "kernels/jpeg/encoded_codes.hpp"

#include "kernels/jpeg/code.hpp"

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
  ForJpegCodes(code, [&](unsigned symbol, unsigned bits, unsigned length) {
    const unsigned size = is_dc ? symbol : symbol & 15;
    table[symbol] = bits << size << 5 | (length + size);
  });
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
