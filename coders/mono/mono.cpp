// Black and white pixels, eight in a byte, the first in its lowest bit, without a header.

#include "base/owner.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kBits = 8;

std::size_t RowBytes(const Image* image) {
  return (image->columns + kBits - 1) / kBits;
}

void Skip(Image* image, magick_off_t length) {
  for (magick_off_t i = 0; i < length; ++i) {
    if (ReadBlobByte(image) == EOF) FailTruncated();
  }
}

void ReadPixels(Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  std::vector<std::uint8_t> row(RowBytes(image));
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    if (ReadBlob(image, row.size(), row.data()) != row.size()) FailTruncated();
    for (std::size_t x = 0; x < image->columns; ++x) {
      const unsigned index = row[x / kBits] >> (x % kBits) & 1u;
      target.IndexRow(y)[x] = static_cast<IndexPacket>(index);
      target.Row(y)[x] = image->colormap[index];
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadMono(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
    CheckLimits(image);
    OpenForReading(image_info, image, exception);
    Skip(image, image->offset);
    image->depth = 1;
    MakeColormap(image, 2);
    if (image_info->ping == MagickFalse) ReadPixels(image, exception);
    SetShade(image, true, true);
  });
}

// The image itself stays as it is.
unsigned int WriteMono(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const Owner<Image, DestroyImage> bilevel(
        CloneImage(image, 0, 0, MagickTrue, &image->exception));
    if (bilevel == nullptr) throw std::bad_alloc();
    ToRgb(bilevel.get());
    if (SetImageType(bilevel.get(), BilevelType) == MagickFail)
      FailAfter(&bilevel->exception, CoderError, "Unable to make the image black and white");
    const ConstPixels source = AllPixels(bilevel.get(), &image->exception);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    for (std::size_t y = 0; y < image->rows; ++y) {
      std::vector<std::uint8_t> row(RowBytes(image));
      for (std::size_t x = 0; x < image->columns; ++x) {
        const unsigned white = source.Row(y)[x].green != 0 ? 1 : 0;
        row[x / kBits] = static_cast<std::uint8_t>(row[x / kBits] | white << (x % kBits));
      }
      WriteBytes(image, row.data(), row.size());
      progress.Tick(y);
    }
  });
}

}  // namespace

void RegisterMonoImage() {
  FormatEntry entry{"MONO", "Bi-level bitmap in least-significant-byte first order", "MONO",
                    ReadMono, WriteMono};
  entry.adjoin = false;
  entry.raw = true;
  entry.traits.depths = "1";
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
