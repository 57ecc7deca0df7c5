#include "coders/ps/on_paper.hpp"

#include <algorithm>

#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

// The opacity of CMYK is in the indexes.
Quantum OpacityAt(const Image* image, const PixelPacket& pixel, const IndexPacket* index) {
  if (image->colorspace != CMYKColorspace) return pixel.opacity;
  return index == nullptr ? Quantum{OpaqueOpacity} : *index;
}

Quantum Blend(Quantum color, double paper, Quantum opacity) {
  const double transparency = opacity / MaxRGBDouble;
  return static_cast<Quantum>(color * (1.0 - transparency) + paper * transparency + 0.5);
}

void BlendRow(const Image* image, PixelPacket* pixels, const IndexPacket* indexes) {
  const bool inks = image->colorspace == CMYKColorspace;
  const double paper = inks ? 0.0 : MaxRGBDouble;
  for (std::size_t x = 0; x < image->columns; ++x) {
    PixelPacket& pixel = pixels[x];
    const Quantum opacity = OpacityAt(image, pixel, indexes == nullptr ? nullptr : indexes + x);
    for (Quantum* const sample : {&pixel.red, &pixel.green, &pixel.blue})
      *sample = Blend(*sample, paper, opacity);
    pixel.opacity = inks ? Blend(pixel.opacity, paper, opacity) : Quantum{OpaqueOpacity};
  }
}

Image* BlendedCopy(Image* image) {
  ImageOwner copy(CloneImage(image, 0, 0, MagickTrue, &image->exception));
  if (copy.get() == nullptr)
    FailAfter(&image->exception, ResourceLimitError, "Memory allocation failed");
  copy.get()->storage_class = DirectClass;
  for (std::size_t y = 0; y < image->rows; ++y) {
    const long row = static_cast<long>(y);
    PixelPacket* const pixels = GetImagePixels(copy.get(), 0, row, image->columns, 1);
    if (pixels == nullptr)
      FailAfter(&copy.get()->exception, ResourceLimitError, "Memory allocation failed");
    BlendRow(copy.get(), pixels, AccessMutableIndexes(copy.get()));
    SyncImagePixels(copy.get());
  }
  copy.get()->matte = MagickFalse;
  return copy.Release();
}

}  // namespace

TransparentPixels::TransparentPixels(Image* image) : row_bytes_(PackedBytes(image->columns, 1)) {
  if (image->matte == MagickFalse) return;
  const ConstPixels source = AllPixels(image, &image->exception);
  const std::size_t columns = image->columns;
  std::vector<std::uint8_t> rows(row_bytes_ * image->rows);
  bool found = false;
  for (std::size_t y = 0; y < image->rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x) {
      if (OpacityAt(image, source.Row(y)[x],
                    source.indexes == nullptr ? nullptr : source.IndexRow(y) + x) !=
          TransparentOpacity)
        continue;
      rows[y * row_bytes_ + x / 8] |= static_cast<std::uint8_t>(0x80 >> x % 8);
      found = true;
    }
  }
  if (found) rows_ = std::move(rows);
}

void TransparentPixels::Pack(std::size_t y, std::uint8_t* bits) const {
  std::copy_n(rows_.data() + y * row_bytes_, row_bytes_, bits);
}

OnPaper::OnPaper(Image* image)
    : image_(image), copy_(image->matte == MagickFalse ? nullptr : BlendedCopy(image)) {}

}  // namespace lodestone::coders
