// AVS X images: two numbers, and bytes of alpha, red, green and blue.
#include "coders/common/blob_reader.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 8, kPixelBytes = 4;

// False at the end of the file.
bool TakeHeader(BlobReader& reader, Image* image) {
  std::uint8_t bytes[kHeaderBytes];
  const std::size_t count = reader.Read(bytes, kHeaderBytes);
  if (count == 0) return false;
  ByteCursor cursor({bytes, count});
  image->columns = cursor.U32Be();
  image->rows = cursor.U32Be();
  image->depth = 8;
  if (image->columns == 0 || image->rows == 0) Fail(CorruptImageError, "Improper image header");
  CheckLimits(image);
  return true;
}

void TakePixels(BlobReader& reader, Image* image, ExceptionInfo* exception) {
  const std::size_t row_bytes = kPixelBytes * image->columns;
  const std::int64_t remaining = reader.Remaining();
  if (remaining >= 0 && static_cast<std::size_t>(remaining) / row_bytes < image->rows)
    FailTruncated();
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::vector<std::uint8_t> row(row_bytes);
  bool opaque = true;
  for (std::size_t y = 0; y < image->rows; ++y) {
    if (reader.Read(row.data(), row_bytes) != row_bytes) FailTruncated();
    for (std::size_t x = 0; x < image->columns; ++x) {
      const std::uint8_t* const bytes = &row[kPixelBytes * x];
      PixelPacket& pixel = target.Row(y)[x];
      pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumFromByte(bytes[0]));
      pixel.red = QuantumFromByte(bytes[1]);
      pixel.green = QuantumFromByte(bytes[2]);
      pixel.blue = QuantumFromByte(bytes[3]);
      opaque = opaque && bytes[0] == 255;
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
  image->matte = opaque ? MagickFalse : MagickTrue;
}

Image* ReadAvs(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    if (!TakeHeader(reader, image)) FailTruncated();
    for (;;) {
      if (image_info->ping != MagickFalse)
        reader.Skip(kPixelBytes * image->columns * image->rows);
      else
        TakePixels(reader, image, exception);
      if (IsLastWanted(image_info, image) || reader.Peek() == BlobReader::kEnd) return;
      image = NextImage(image_info, image);
      TakeHeader(reader, image);
    }
  });
}

void FillRow(const PixelPacket* pixels, std::size_t columns, bool matte, std::uint8_t* row) {
  for (std::size_t x = 0; x < columns; ++x) {
    *row++ = matte ? static_cast<std::uint8_t>(255 - ByteFromQuantum(pixels[x].opacity))
                   : std::uint8_t{255};
    *row++ = ByteFromQuantum(pixels[x].red);
    *row++ = ByteFromQuantum(pixels[x].green);
    *row++ = ByteFromQuantum(pixels[x].blue);
  }
}

unsigned int WriteAvs(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      if (image->columns > UINT32_MAX || image->rows > UINT32_MAX)
        Fail(CoderError, "Image column or row size is not supported");
      ToRgb(image);
      ByteSink sink;
      sink.U32Be(static_cast<std::uint32_t>(image->columns));
      sink.U32Be(static_cast<std::uint32_t>(image->rows));
      sink.Flush(first);
      const ConstPixels source = AllPixels(image, &first->exception);
      WriteRows(first, image, kPixelBytes * image->columns, [&](std::size_t y, std::uint8_t* row) {
        FillRow(source.Row(y), source.columns, image->matte != MagickFalse, row);
      });
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

}  // namespace

void RegisterAvsImage() {
  FormatEntry entry{"AVS", "AVS X image", "AVS", ReadAvs, WriteAvs};
  entry.traits = {"8", "yes", "images", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
