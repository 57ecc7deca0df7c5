// Wireless bitmaps of level 0: one bit a pixel.
#include "coders/common/bilevel.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"

namespace lodestone::coders {
namespace {

// Seven bits of a number in each byte, the highest first; more follow a set high bit.
std::uint32_t TakeNumber(ByteCursor& cursor) {
  std::uint64_t value = 0;
  while (true) {
    const unsigned byte = cursor.U8();
    value = value << 7 | (byte & 0x7f);
    if (value > UINT32_MAX) Fail(CorruptImageError, "Improper image header");
    if ((byte & 0x80) == 0) return static_cast<std::uint32_t>(value);
  }
}

void PutNumber(std::uint32_t value, ByteSink& sink) {
  int shift = 28;
  while (shift > 0 && value >> shift == 0) shift -= 7;
  for (; shift >= 0; shift -= 7) sink.U8((value >> shift & 0x7f) | (shift > 0 ? 0x80 : 0));
}

Image* ReadWbmp(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    if (cursor.U16Be() != 0) Fail(CoderError, "Only level zero files are supported");
    image->columns = TakeNumber(cursor);
    image->rows = TakeNumber(cursor);
    CheckLimits(image);
    MakeColormap(image, 2);
    SetShade(image, true, true);
    const std::size_t row_bytes = PackedBytes(image->columns, 1);
    const ByteSpan bits = cursor.Take(image->rows * row_bytes);
    if (!image_info->ping) ReadWhiteBits(bits, row_bytes, image, exception);
  });
}

unsigned int WriteWbmp(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    if (image->columns > UINT32_MAX || image->rows > UINT32_MAX)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    ByteSink sink;
    sink.U16Be(0);
    PutNumber(static_cast<std::uint32_t>(image->columns), sink);
    PutNumber(static_cast<std::uint32_t>(image->rows), sink);
    sink.Flush(image);
    WriteWhiteBits(image, PackedBytes(image->columns, 1));
  });
}

}  // namespace

void RegisterWbmpImage() {
  FormatEntry entry{"WBMP", "Wireless Bitmap (level 0) image", "WBMP", ReadWbmp, WriteWbmp};
  entry.adjoin = false;
  entry.traits = {"1", "", "", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
