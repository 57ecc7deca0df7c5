// On-the-air bitmap: black and white for telephones. A set bit is white, as in GraphicsMagick.
#include "coders/common/bilevel.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kLong = 0x10;  // sizes have two bytes

Image* ReadOtb(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    const bool wide = (cursor.U8() & kLong) != 0;
    image->columns = wide ? cursor.U16Be() : cursor.U8();
    image->rows = wide ? cursor.U16Be() : cursor.U8();
    if (image->columns == 0 || image->rows == 0) Fail(CorruptImageError, "Improper image header");
    if (cursor.U8() != 1) Fail(CoderError, "Only level zero files are supported");
    image->depth = 1;
    CheckLimits(image);
    const std::size_t row_bytes = PackedBytes(image->columns, 1);
    if (cursor.Remaining() / row_bytes < image->rows) FailTruncated();
    MakeColormap(image, 2);
    SetShade(image, true, true);
    if (image_info->ping != MagickFalse) return;
    PaletteRows rows(image, NewPixels(image, exception));
    CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
    std::vector<std::uint8_t> values(image->columns);
    for (std::size_t y = 0; y < image->rows; ++y) {
      UnpackBits(cursor.Take(row_bytes).data(), 1, image->columns, values.data());
      rows.Put(y, values.data());
      progress.Tick(y);
    }
    SyncPixels(image, exception);
  });
}

unsigned int WriteOtb(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    constexpr unsigned long kMost = 65535, kShort = 255;
    if (image->columns > kMost || image->rows > kMost)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    const bool wide = image->columns > kShort || image->rows > kShort;
    ByteSink sink;
    sink.U8(wide ? kLong : 0);
    for (const unsigned long side : {image->columns, image->rows}) {
      if (wide)
        sink.U16Be(static_cast<unsigned>(side));
      else
        sink.U8(static_cast<unsigned>(side));
    }
    sink.U8(1);
    sink.Flush(image);
    WriteWhiteBits(image, PackedBytes(image->columns, 1));
  });
}

}  // namespace

void RegisterOtbImage() {
  FormatEntry entry{"OTB", "On-the-air bitmap", "OTB", ReadOtb, WriteOtb};
  entry.adjoin = false;
  entry.traits = {"1", "", "", "", "65535x65535"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
