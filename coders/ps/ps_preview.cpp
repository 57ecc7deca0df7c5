#include <string>
#include <vector>

#include "coders/common/bilevel.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/pages/stream_text.hpp"
#include "coders/ps/ps_image.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kLineBytes = 36;

// Rows of bits, set for black; each row begins with a byte of its own.
std::vector<std::uint8_t> BlackBits(Image* image) {
  const BilevelCopy copy(image);
  const WhiteIndexes white(copy.get());
  const ConstPixels source = AllPixels(copy.get(), &image->exception);
  const std::size_t row_bytes = PackedBytes(image->columns, 1);
  std::vector<std::uint8_t> bits(row_bytes * image->rows);
  for (std::size_t y = 0; y < image->rows; ++y) {
    std::uint8_t* const row = bits.data() + y * row_bytes;
    white.Pack(source.IndexRow(y), image->columns, row);
    for (std::size_t i = 0; i < row_bytes; ++i) row[i] = static_cast<std::uint8_t>(~row[i]);
    if (image->columns % 8 != 0)
      row[row_bytes - 1] &= static_cast<std::uint8_t>(0xff00 >> image->columns % 8);
  }
  return bits;
}

}  // namespace

void WritePsPreview(Image* blob, Image* image) {
  const std::vector<std::uint8_t> bits = BlackBits(image);
  const std::size_t lines = (bits.size() + kLineBytes - 1) / kLineBytes;
  WriteText(blob, "%%BeginPreview: " + std::to_string(image->columns) + " " +
                      std::to_string(image->rows) + " 1 " + std::to_string(lines) + "\n");
  for (ByteSpan rest = bits; !rest.empty();) {
    const ByteSpan line = rest.first(std::min(rest.size(), kLineBytes));
    WriteText(blob, "% " + HexText(line) + "\n");
    rest = rest.subspan(line.size());
  }
  WriteText(blob, "%%EndPreview\n");
}

}  // namespace lodestone::coders
