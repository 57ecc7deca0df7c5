// Farbfeld: a size, then 16-bit samples of red, green, blue and alpha.
#include <atomic>
#include <cstring>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr std::string_view kIdentifier = "farbfeld";
constexpr SampleFormat kFormat{Channels::kRgba, 2};

bool IsOpaque(const PixelPacket* pixels, std::size_t count) {
  return std::all_of(pixels, pixels + count,
                     [](const PixelPacket& pixel) { return pixel.opacity == OpaqueOpacity; });
}

// Images whose pixels are all opaque have no alpha.
void ReadPixels(ByteSpan samples, Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  const std::size_t row_bytes = target.columns * kFormat.PixelBytes();
  std::atomic<bool> matte{false};
  ReadRows(image, exception, [&](std::size_t y) {
    ImportRow(kFormat, &samples[y * row_bytes], target.columns, target.Row(y), nullptr, nullptr);
    if (!matte.load(std::memory_order_relaxed) && !IsOpaque(target.Row(y), target.columns))
      matte.store(true, std::memory_order_relaxed);
  });
  image->matte = matte ? MagickTrue : MagickFalse;
  SyncPixels(image, exception);
}

Image* ReadFarbfeld(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    if (!cursor.TakeIf(kIdentifier)) Fail(CorruptImageError, "Improper image header");
    image->columns = cursor.U32Be();
    image->rows = cursor.U32Be();
    image->depth = QuantumDepth;
    CheckLimits(image);
    const ByteSpan samples = cursor.Take(image->columns * image->rows * kFormat.PixelBytes());
    if (!image_info->ping) ReadPixels(samples, image, exception);
  });
}

unsigned int WriteFarbfeld(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    if (image->columns > UINT32_MAX || image->rows > UINT32_MAX)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    ByteSink sink;
    sink.Text(kIdentifier);
    sink.U32Be(static_cast<std::uint32_t>(image->columns));
    sink.U32Be(static_cast<std::uint32_t>(image->rows));
    sink.Flush(image);
    const ConstPixels source = AllPixels(image, &image->exception);
    const bool matte = image->matte != MagickFalse;
    WriteRows(image, image, image->columns * kFormat.PixelBytes(),
              [&](std::size_t y, std::uint8_t* row) {
                ExportRow(kFormat, source.Row(y), nullptr, source.columns, matte, row);
              });
  });
}

unsigned int IsFarbfeld(const unsigned char* magick, const std::size_t length) {
  return length >= kIdentifier.size() &&
         std::memcmp(magick, kIdentifier.data(), kIdentifier.size()) == 0;
}

}  // namespace

void RegisterFarbfeldImage() {
  for (const char* name : {"FARBFELD", "FF"}) {
    FormatEntry entry{name, "Farbfeld", "FARBFELD", ReadFarbfeld, WriteFarbfeld, IsFarbfeld};
    entry.adjoin = false;
    entry.traits = {"16", "yes", "", "", ""};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
