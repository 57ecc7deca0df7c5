// Colormaps and the indexes of pixels, without a header: -size WIDTHxHEIGHT+COLORS says the rest.

#include "base/owner.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned long kDefaultColors = 256;
constexpr unsigned long kByteColors = 256;  // more take two bytes each, and two for each sample

bool IsWide(const Image* image) {
  return image->colors > kByteColors;
}

std::vector<std::uint8_t> Take(Image* image, std::size_t length) {
  std::vector<std::uint8_t> bytes(length);
  if (ReadBlob(image, length, bytes.data()) != length) FailTruncated();
  return bytes;
}

void ReadColors(Image* image) {
  const bool wide = IsWide(image);
  const std::vector<std::uint8_t> bytes = Take(image, std::size_t{image->colors} * (wide ? 6 : 3));
  ByteCursor cursor(bytes);
  const auto sample = [&] {
    return wide ? QuantumFromShort(cursor.U16Be()) : QuantumFromByte(cursor.U8());
  };
  for (unsigned long i = 0; i < image->colors; ++i) {
    PixelPacket& color = image->colormap[i];
    color.red = sample();
    color.green = sample();
    color.blue = sample();
    color.opacity = OpaqueOpacity;
  }
}

void ReadPixels(Image* image, ExceptionInfo* exception) {
  const std::size_t bytes = IsWide(image) ? 2 : 1;
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    const std::vector<std::uint8_t> row = Take(image, bytes * image->columns);
    ByteCursor cursor(row);
    for (std::size_t x = 0; x < image->columns; ++x) {
      const unsigned index = bytes == 2 ? cursor.U16Be() : cursor.U8();
      if (index >= image->colors) Fail(CorruptImageError, "Invalid colormap index");
      target.IndexRow(y)[x] = static_cast<IndexPacket>(index);
      target.Row(y)[x] = image->colormap[index];
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadMap(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
    CheckLimits(image);
    if (image->offset < 0 || static_cast<unsigned long>(image->offset) > MaxColormapSize)
      Fail(OptionError, "Colormap is too large");
    OpenForReading(image_info, image, exception);
    MakeColormap(image,
                 image->offset != 0 ? static_cast<unsigned long>(image->offset) : kDefaultColors);
    ReadColors(image);
    if (image_info->ping == MagickFalse) ReadPixels(image, exception);
  });
}

void WriteColors(Image* blob, const Image* image) {
  ByteSink sink;
  for (unsigned long i = 0; i < image->colors; ++i) {
    const PixelPacket& color = image->colormap[i];
    for (const Quantum sample : {color.red, color.green, color.blue}) {
      if (IsWide(image))
        sink.U16Be(ShortFromQuantum(sample));
      else
        sink.U8(ByteFromQuantum(sample));
    }
  }
  sink.Flush(blob);
}

void WritePixels(Image* blob, const Image* image, ExceptionInfo* exception) {
  const ConstPixels source = AllPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kSaving, image, exception);
  ByteSink sink;
  for (std::size_t y = 0; y < image->rows; ++y) {
    for (std::size_t x = 0; x < image->columns; ++x) {
      const unsigned index = source.IndexRow(y)[x];
      if (IsWide(image))
        sink.U16Be(index);
      else
        sink.U8(index);
    }
    sink.Flush(blob);
    progress.Tick(y);
  }
}

// The image itself stays as it is.
unsigned int WriteMap(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const Owner<Image, DestroyImage> reduced(
        CloneImage(image, 0, 0, MagickTrue, &image->exception));
    if (reduced == nullptr) throw std::bad_alloc();
    ToRgb(reduced.get());
    if (SetImageType(reduced.get(), PaletteType) == MagickFail)
      FailAfter(&reduced.get()->exception, CoderError, "Unable to reduce the number of colors");
    WriteColors(image, reduced.get());
    WritePixels(image, reduced.get(), &image->exception);
  });
}

}  // namespace

void RegisterMapImage() {
  FormatEntry entry{"MAP", "Colormap intensities and indices", "MAP", ReadMap, WriteMap};
  entry.adjoin = false;
  entry.raw = true;
  entry.traits = {"8, 16 (palette)", "", "", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
