#include "coders/pages/page_layout.hpp"

#include <algorithm>

#include "coders/common/palette_rows.hpp"
#include "coders/common/profiles.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned long kPaletteMax = 256;

unsigned BitsOfPalette(unsigned long colors) {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

bool HasPalette(const Image* image) {
  return image->storage_class == PseudoClass && image->colors != 0 && image->colors <= kPaletteMax;
}

// Colours of palettes have 8 bits a sample.
bool PaletteFits(const Image* image) {
  if (!HasPalette(image)) return false;
  const auto fits = [](Quantum value) { return QuantumFromByte(ByteFromQuantum(value)) == value; };
  return image->depth <= 8 ||
         std::all_of(image->colormap, image->colormap + image->colors, [&](const PixelPacket& c) {
           return fits(c.red) && fits(c.green) && fits(c.blue);
         });
}

bool WantsColor(ImageType type) {
  return type == TrueColorType || type == TrueColorMatteType;
}

}  // namespace

std::size_t PageLayout::RowBytes(std::size_t columns) const {
  if (palette || bilevel) return PackedBytes(columns, bits);
  return columns * SamplesPerPixel(channels) * bits / 8;
}

PageLayout PageLayoutOf(const ImageInfo* image_info, Image* image, const PageFormat& format) {
  PageLayout layout;
  if (QuantumDepth > 8 && image->depth > 8) layout.bits = format.most_bits;
  if (image->matte != MagickFalse) layout.alpha_bits = layout.bits;
  if (image->colorspace == CMYKColorspace) {
    layout.channels = Channels::kCmyk;
    return layout;
  }
  ToRgb(image);
  const bool exhaustive = image_info->type == OptimizeType;
  const Traits traits = Analyze(image, exhaustive, &image->exception);
  const bool is_gray = !WantsColor(image_info->type) && traits.grayscale;
  if (is_gray && traits.monochrome) {
    layout.bilevel = true;
    layout.bits = 1;
    layout.channels = Channels::kGray;
  } else if (is_gray && !(format.has_profiles && SamplesOfIcc(ProfileOf(image, "ICM")) == 3)) {
    layout.channels = Channels::kGray;
  } else if (!WantsColor(image_info->type) &&
             (format.most_bits == 8 ? HasPalette(image) : PaletteFits(image))) {
    layout.palette = true;
    layout.bits = BitsOfPalette(image->colors);
  }
  return layout;
}

void ExportPageRow(const PageLayout& layout, const ConstPixels& source, std::size_t y,
                   std::uint8_t* row) {
  const std::size_t columns = source.columns;
  if (!layout.palette && !layout.bilevel) {
    return ExportRow({layout.channels, layout.bits / 8}, source.Row(y), source.IndexRow(y), columns,
                     false, row);
  }
  std::vector<std::uint8_t> values(columns);
  if (layout.palette) {
    NarrowIndexes(source.IndexRow(y), columns, values.data());
  } else {
    const PixelPacket* pixels = source.Row(y);
    for (std::size_t x = 0; x < columns; ++x) values[x] = pixels[x].green != 0 ? 1 : 0;
  }
  PackBits(values.data(), layout.bits, columns, row);
}

void ExportPageAlpha(const PageLayout& layout, const ConstPixels& source, std::size_t y,
                     std::uint8_t* alpha) {
  const std::size_t columns = source.columns;
  const SampleFormat format{Channels::kAlpha, layout.alpha_bits / 8};
  if (layout.channels != Channels::kCmyk)
    return ExportRow(format, source.Row(y), nullptr, columns, true, alpha);
  std::vector<PixelPacket> row(columns);  // the alpha of CMYK is in the indexes
  if (const IndexPacket* indexes = source.IndexRow(y))
    for (std::size_t x = 0; x < columns; ++x) row[x].opacity = indexes[x];
  ExportRow(format, row.data(), nullptr, columns, true, alpha);
}

std::vector<std::uint8_t> PaletteOf(const Image* image) {
  std::vector<std::uint8_t> colors;
  for (unsigned long i = 0; i < image->colors; ++i) {
    const PixelPacket& color = image->colormap[i];
    for (const Quantum sample : {color.red, color.green, color.blue})
      colors.push_back(ByteFromQuantum(sample));
  }
  return colors;
}

unsigned SamplesOfIcc(ByteSpan icc) {
  switch (ColorsOfIcc(icc)) {
    case IccColors::kGray:
      return 1;
    case IccColors::kRgb:
      return 3;
    case IccColors::kCmyk:
      return 4;
    default:
      return 0;
  }
}

}  // namespace lodestone::coders
