// Clip art of PFS: 1st Publisher: black and white, a set bit is white.
#include "coders/common/bilevel.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"

namespace lodestone::coders {
namespace {

// Rows have an even number of bytes.
std::size_t RowBytes(const Image* image) {
  return (image->columns + 15) / 16 * 2;
}

Image* ReadArt(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    cursor.Skip(2);
    image->columns = cursor.U16Le();
    cursor.Skip(2);
    image->rows = cursor.U16Le();
    image->depth = 1;
    if (image->columns == 0 || image->rows == 0) Fail(CorruptImageError, "Improper image header");
    CheckLimits(image);
    MakeColormap(image, 2);
    SetShade(image, true, true);
    const ByteSpan bits = cursor.Take(image->rows * RowBytes(image));
    if (image_info->ping == MagickFalse) ReadWhiteBits(bits, RowBytes(image), image, exception);
  });
}

unsigned int WriteArt(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    constexpr unsigned long kMost = 65535;
    if (image->columns > kMost || image->rows > kMost)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    ByteSink sink;
    sink.U16Le(0);
    sink.U16Le(static_cast<unsigned>(image->columns));
    sink.U16Le(0);
    sink.U16Le(static_cast<unsigned>(image->rows));
    sink.Flush(image);
    WriteWhiteBits(image, RowBytes(image));
  });
}

}  // namespace

void RegisterArtImage() {
  FormatEntry entry{"ART", "PFS: 1st Publisher", "ART", ReadArt, WriteArt};
  entry.adjoin = false;
  entry.traits = {"1", "", "", "", "65535x65535"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
