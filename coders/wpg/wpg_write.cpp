#include <cstring>

#include "coders/common/density.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/wpg/wpg.hpp"
#include "magick/quantize.h"

namespace lodestone::coders {
namespace {

// A copy of the image with a colormap of no more colours than the format has.
class PaletteCopy {
 public:
  PaletteCopy(const ImageInfo* image_info, Image* image)
      : copy_(CloneImage(image, 0, 0, MagickTrue, &image->exception)) {
    Image* const copy = copy_.get();
    if (copy == nullptr)
      FailAfter(&image->exception, ResourceLimitError, "Memory allocation failed");
    if (copy->storage_class == PseudoClass && copy->colors <= kWpgColors) return;
    QuantizeInfo quantize;
    GetQuantizeInfo(&quantize);
    quantize.dither = image_info->dither;
    quantize.number_colors = kWpgColors;
    if (QuantizeImage(&quantize, copy) != MagickFail && copy->storage_class == PseudoClass) return;
    CopyException(&image->exception, &copy->exception);
    FailAfter(&image->exception, CoderError, "Unable to reduce the image to a palette");
  }
  const Image* get() const { return copy_.get(); }

 private:
  ImageOwner copy_;
};

// Bits of a pixel. Bitmaps of one bit have no colours but black and white, in this order.
unsigned BitsFor(const Image* image) {
  constexpr unsigned long kFewColors = 16;
  const PixelPacket* const colors = image->colormap;
  const bool bilevel = image->colors == 2 && IsMonochromePixel(colors[0]) && colors[0].red == 0 &&
                       IsMonochromePixel(colors[1]) && colors[1].red == MaxRGB;
  if (bilevel) return 1;
  return image->colors <= kFewColors ? 4 : 8;
}

unsigned DensityOf(const Image* image, double resolution) {
  constexpr double kMost = 65535;
  const double density = PixelsPerInch(image, resolution);
  return density >= 1 && density <= kMost ? static_cast<unsigned>(density + 0.5) : kWpgDensity;
}

void PutHeader(ByteSink& sink) {
  constexpr unsigned kProduct = 1;
  sink.Text(kWpgMark);
  sink.U32Le(kWpgHeaderBytes);
  sink.U8(kProduct);
  sink.U8(kWpgFileType);
  sink.U8(1);  // version 1.0
  sink.U8(0);
  sink.U32Le(0);
}

// The size of the page, in 1200ths of an inch.
void PutStart(const Image* image, ByteSink& sink) {
  constexpr std::uint64_t kUnits = 1200, kMost = 65535;
  const auto units = [&](std::uint64_t pixels, unsigned density) {
    return static_cast<unsigned>(std::min(pixels * kUnits / density, kMost));
  };
  sink.U8(static_cast<unsigned>(Wpg1Record::kStart));
  sink.U8(6);
  sink.U8(1);
  sink.U8(0);
  sink.U16Le(units(image->columns, DensityOf(image, image->x_resolution)));
  sink.U16Le(units(image->rows, DensityOf(image, image->y_resolution)));
}

void PutColors(const Image* image, unsigned bits, ByteSink& sink) {
  constexpr std::size_t kShortRecord = 0xff;
  const std::size_t colors = std::size_t{1} << bits, length = 4 + 3 * colors;
  sink.U8(static_cast<unsigned>(Wpg1Record::kColormap));
  if (length >= kShortRecord) {
    sink.U8(kShortRecord);
    sink.U16Le(static_cast<unsigned>(length));
  } else {
    sink.U8(static_cast<unsigned>(length));
  }
  sink.U16Le(0);
  sink.U16Le(static_cast<unsigned>(colors));
  for (std::size_t i = 0; i < colors; ++i) {
    const PixelPacket color = i < image->colors ? image->colormap[i] : PixelPacket{};
    sink.U8(ByteFromQuantum(color.red));
    sink.U8(ByteFromQuantum(color.green));
    sink.U8(ByteFromQuantum(color.blue));
  }
}

void FillRuns(const Image* image, unsigned bits, ExceptionInfo* exception, ByteSink& runs) {
  const ConstPixels source = AllPixels(image, exception);
  std::vector<std::uint8_t> values(source.columns), row(PackedBytes(source.columns, bits));
  CodingProgress progress(CodingProgress::Task::kSaving, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    NarrowIndexes(source.IndexRow(y), source.columns, values.data());
    PackBits(values.data(), bits, source.columns, row.data());
    EncodeWpg1(row, runs);
    progress.Tick(y);
  }
}

void PutBitmap(const Image* image, unsigned bits, std::size_t run_bytes, ByteSink& sink) {
  constexpr std::size_t kHead = 10, kMost = 0x7fffffff;
  const std::size_t length = kHead + run_bytes;
  if (length > kMost) Fail(CoderError, "Image column or row size is not supported");
  sink.U8(static_cast<unsigned>(Wpg1Record::kBitmap));
  sink.U8(0xff);
  sink.U16Le(0x8000 | static_cast<unsigned>(length >> 16));
  sink.U16Le(length & 0xffff);
  sink.U16Le(static_cast<unsigned>(image->columns));
  sink.U16Le(static_cast<unsigned>(image->rows));
  sink.U16Le(bits);
  sink.U16Le(DensityOf(image, image->x_resolution));
  sink.U16Le(DensityOf(image, image->y_resolution));
}

unsigned int WriteWpg(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    constexpr unsigned long kMost = 65535;
    if (image->columns > kMost || image->rows > kMost)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    const PaletteCopy copy(image_info, image);
    const unsigned bits = BitsFor(copy.get());
    ByteSink runs, sink;
    FillRuns(copy.get(), bits, &image->exception, runs);
    PutHeader(sink);
    PutStart(image, sink);
    if (bits > 1) PutColors(copy.get(), bits, sink);
    PutBitmap(image, bits, runs.size(), sink);
    sink.Flush(image);
    runs.Flush(image);
    sink.U8(static_cast<unsigned>(Wpg1Record::kEnd));
    sink.U8(0);
    sink.Flush(image);
  });
}

unsigned int IsWpg(const unsigned char* magick, const std::size_t length) {
  return length >= kWpgMark.size() && std::memcmp(magick, kWpgMark.data(), kWpgMark.size()) == 0;
}

}  // namespace

void RegisterWpgImage() {
  FormatEntry entry{"WPG", "Word Perfect Graphics", "WPG", ReadWpg, WriteWpg, IsWpg};
  entry.adjoin = false;
  entry.traits = {"1, 2, 4, 8 (palette), 24 a pixel", "", "", "resolution", "65535x65535"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
