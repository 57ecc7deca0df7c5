// AVS X and Dune AAI images: two numbers, and four bytes a pixel.
#include "coders/common/blob_reader.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 8, kPixelBytes = 4;

// Where among the bytes of a pixel its channels are, and the alpha of opaque pixels.
struct Layout {
  bool little_endian;
  std::size_t red, green, blue, alpha;
  std::uint8_t opaque;
};
constexpr Layout kAvs{false, 1, 2, 3, 0, 255};
constexpr Layout kAai{true, 2, 1, 0, 3, 254};  // players of Dune take no 255

// False at the end of the file.
bool TakeHeader(const Layout& layout, BlobReader& reader, Image* image) {
  std::uint8_t bytes[kHeaderBytes];
  const std::size_t count = reader.Read(bytes, kHeaderBytes);
  if (count == 0) return false;
  ByteCursor cursor({bytes, count});
  image->columns = layout.little_endian ? cursor.U32Le() : cursor.U32Be();
  image->rows = layout.little_endian ? cursor.U32Le() : cursor.U32Be();
  image->depth = 8;
  if (image->columns == 0 || image->rows == 0) Fail(CorruptImageError, "Improper image header");
  CheckLimits(image);
  return true;
}

void TakePixels(const Layout& layout, BlobReader& reader, Image* image, ExceptionInfo* exception) {
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
      const bool solid = bytes[layout.alpha] >= layout.opaque;
      PixelPacket& pixel = target.Row(y)[x];
      pixel.opacity = solid ? OpaqueOpacity
                            : static_cast<Quantum>(MaxRGB - QuantumFromByte(bytes[layout.alpha]));
      pixel.red = QuantumFromByte(bytes[layout.red]);
      pixel.green = QuantumFromByte(bytes[layout.green]);
      pixel.blue = QuantumFromByte(bytes[layout.blue]);
      opaque = opaque && solid;
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
  image->matte = opaque ? MagickFalse : MagickTrue;
}

Image* Read(const Layout& layout, const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    if (!TakeHeader(layout, reader, image)) FailTruncated();
    for (;;) {
      if (image_info->ping != MagickFalse)
        reader.Skip(kPixelBytes * image->columns * image->rows);
      else
        TakePixels(layout, reader, image, exception);
      if (IsLastWanted(image_info, image) || reader.Peek() == BlobReader::kEnd) return;
      image = NextImage(image_info, image);
      TakeHeader(layout, reader, image);
    }
  });
}

void FillRow(const Layout& layout, const PixelPacket* pixels, std::size_t columns, bool matte,
             std::uint8_t* row) {
  for (std::size_t x = 0; x < columns; ++x, row += kPixelBytes) {
    const unsigned alpha = matte ? 255u - ByteFromQuantum(pixels[x].opacity) : 255u;
    row[layout.alpha] = static_cast<std::uint8_t>(std::min<unsigned>(alpha, layout.opaque));
    row[layout.red] = ByteFromQuantum(pixels[x].red);
    row[layout.green] = ByteFromQuantum(pixels[x].green);
    row[layout.blue] = ByteFromQuantum(pixels[x].blue);
  }
}

void PutHeader(const Layout& layout, Image* first, const Image* image) {
  if (image->columns > UINT32_MAX || image->rows > UINT32_MAX)
    Fail(CoderError, "Image column or row size is not supported");
  ByteSink sink;
  for (const unsigned long side : {image->columns, image->rows}) {
    const auto value = static_cast<std::uint32_t>(side);
    if (layout.little_endian)
      sink.U32Le(value);
    else
      sink.U32Be(value);
  }
  sink.Flush(first);
}

unsigned int Write(const Layout& layout, const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      ToRgb(image);
      PutHeader(layout, first, image);
      const ConstPixels source = AllPixels(image, &first->exception);
      WriteRows(first, image, kPixelBytes * image->columns, [&](std::size_t y, std::uint8_t* row) {
        FillRow(layout, source.Row(y), source.columns, image->matte != MagickFalse, row);
      });
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

Image* ReadAvs(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Read(kAvs, image_info, exception);
}

Image* ReadAai(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Read(kAai, image_info, exception);
}

unsigned int WriteAvs(const ImageInfo* image_info, Image* image) {
  return Write(kAvs, image_info, image);
}

unsigned int WriteAai(const ImageInfo* image_info, Image* image) {
  return Write(kAai, image_info, image);
}

}  // namespace

void RegisterAvsImage() {
  FormatEntry entry{"AVS", "AVS X image", "AVS", ReadAvs, WriteAvs};
  entry.traits = {"8", "yes", "images", "", ""};
  RegisterFormat(entry);
  FormatEntry dune{"AAI", "AAI Dune image", "AAI", ReadAai, WriteAai};
  dune.traits = entry.traits;
  RegisterFormat(dune);
}

}  // namespace lodestone::coders
