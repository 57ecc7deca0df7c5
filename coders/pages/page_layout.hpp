// How the samples of an image lie in a PDF or PostScript file.
#pragma once

#include <vector>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {

struct PageLayout {
  bool palette = false;
  bool bilevel = false;  // one bit of grey
  Channels channels = Channels::kRgb;
  unsigned bits = 8;        // per sample
  unsigned alpha_bits = 0;  // 0: opaque
  std::size_t RowBytes(std::size_t columns) const;
  std::size_t AlphaRowBytes(std::size_t columns) const { return columns * alpha_bits / 8; }
};

// What the format can hold.
struct PageFormat {
  unsigned most_bits = 16;
  bool has_profiles = true;  // a grey image with one for RGB has three samples, then
};

// The smallest that holds all samples, with the type that was asked for. Converts to RGB what is
// not CMYK.
PageLayout PageLayoutOf(const ImageInfo* image_info, Image* image, const PageFormat& format);

// One row in the layout; `row` and `alpha` have its bytes.
void ExportPageRow(const PageLayout& layout, const ConstPixels& source, std::size_t y,
                   std::uint8_t* row);
void ExportPageAlpha(const PageLayout& layout, const ConstPixels& source, std::size_t y,
                     std::uint8_t* alpha);

// Red, green and blue of each colour, in a byte each.
std::vector<std::uint8_t> PaletteOf(const Image* image);

// The samples of a pixel that an ICC profile is for; 0: none that PDF has.
unsigned SamplesOfIcc(ByteSpan icc);

}  // namespace lodestone::coders
