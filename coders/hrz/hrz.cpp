// Slow-scan television: 256x240 pixels, six bits a sample, in bytes.
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "magick/resize.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kColumns = 256, kRows = 240, kSamples = 3;

Image* ReadHrz(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    if (file.size() != kColumns * kRows * kSamples)
      Fail(CorruptImageError, "Improper image header");
    image->columns = kColumns;
    image->rows = kRows;
    image->depth = 8;
    CheckLimits(image);
    if (image_info->ping != MagickFalse) return;
    const Pixels target = NewPixels(image, exception);
    ReadRows(image, exception, [&](std::size_t y) {
      const std::uint8_t* bytes = &file[y * kColumns * kSamples];
      // The lowest two bits stay empty, as in GraphicsMagick.
      const auto sample = [&] { return QuantumFromByte(*bytes++ << 2 & 0xffu); };
      for (PixelPacket* pixel = target.Row(y); pixel != target.Row(y + 1); ++pixel) {
        *pixel = {};
        pixel->red = sample();
        pixel->green = sample();
        pixel->blue = sample();
        pixel->opacity = OpaqueOpacity;
      }
    });
    SyncPixels(image, exception);
  });
}

// Scaled to the only size, as pictures of any shape are sent.
unsigned int WriteHrz(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    ImageOwner sized(ResizeImage(image, kColumns, kRows, image->filter, 1.0, &image->exception));
    if (sized.get() == nullptr)
      FailAfter(&image->exception, ResourceLimitError, "Unable to resize the image");
    const ConstPixels source = AllPixels(sized.get(), &image->exception);
    constexpr std::size_t kRowBytes = kColumns * kSamples;
    WriteRows(image, sized.get(), kRowBytes, [&](std::size_t y, std::uint8_t* row) {
      ExportRow({Channels::kRgb, 1}, source.Row(y), nullptr, kColumns, false, row);
      for (std::size_t i = 0; i < kRowBytes; ++i) row[i] >>= 2;
    });
  });
}

}  // namespace

void RegisterHrzImage() {
  FormatEntry entry{"HRZ", "HRZ: Slow scan TV", "HRZ", ReadHrz, WriteHrz};
  entry.adjoin = false;
  entry.traits = {"6", "", "", "", "256x240"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
