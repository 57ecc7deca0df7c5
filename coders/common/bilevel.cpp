#include "coders/common/bilevel.hpp"

#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {

BilevelCopy::BilevelCopy(Image* image)
    : copy_(CloneImage(image, 0, 0, MagickTrue, &image->exception)) {
  Image* const copy = copy_.get();
  if (copy == nullptr) FailAfter(&image->exception, ResourceLimitError, "Memory allocation failed");
  if (SetImageType(copy, BilevelType) == MagickFail || copy->colormap == nullptr ||
      copy->colors == 0) {
    CopyException(&image->exception, &copy->exception);
    FailAfter(&image->exception, CoderError, "Unable to convert the image to black and white");
  }
}

WhiteIndexes::WhiteIndexes(const Image* image) : white_(image->colors) {
  const auto shade = [&](std::size_t i) { return Intensity(image->colormap[i]); };
  if (image->colors == 2) {
    white_[shade(0) < shade(1) ? 1 : 0] = true;
    return;
  }
  for (std::size_t i = 0; i < image->colors; ++i) white_[i] = shade(i) >= MaxRGB / 2;
}

void WhiteIndexes::Pack(const IndexPacket* indexes, std::size_t count, std::uint8_t* bits) const {
  for (std::size_t x = 0; x < count; x += 8) {
    const std::size_t part = std::min<std::size_t>(8, count - x);
    unsigned byte = 0;
    for (std::size_t i = 0; i < part; ++i)
      byte |= static_cast<unsigned>(indexes[x + i] < white_.size() && white_[indexes[x + i]])
              << (7 - i);
    *bits++ = static_cast<std::uint8_t>(byte);
  }
}

void ReadWhiteBits(ByteSpan bits, std::size_t row_bytes, Image* image, ExceptionInfo* exception) {
  const GrayPixels target = NewGrayPixels(image, 2, exception);
  ReadRows(image, exception, [&](std::size_t y) {
    const std::uint8_t* row = &bits[y * row_bytes];
    Quantum* samples = target.Row(y);
    for (std::size_t x = 0; x < target.columns; ++x)
      samples[x] = static_cast<Quantum>((row[x / 8] >> (7 - x % 8) & 1) != 0 ? MaxRGB : 0);
  });
}

void WriteWhiteBits(Image* image, std::size_t row_bytes) {
  const BilevelCopy copy(image);
  const WhiteIndexes white(copy.get());
  const ConstPixels source = AllPixels(copy.get(), &image->exception);
  WriteRows(image, image, row_bytes, [&](std::size_t y, std::uint8_t* row) {
    row[row_bytes - 1] = 0;
    white.Pack(source.IndexRow(y), source.columns, row);
  });
}

}  // namespace lodestone::coders
