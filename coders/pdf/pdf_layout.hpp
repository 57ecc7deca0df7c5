// How the samples of an image lie in a PDF file.
#pragma once

#include <string>

#include "coders/common/samples.hpp"
#include "coders/pdf/pdf_file.hpp"

namespace lodestone::coders {

struct PdfLayout {
  bool palette = false;
  bool bilevel = false;  // one bit of grey
  Channels channels = Channels::kRgb;
  unsigned bits = 8;        // per sample
  unsigned alpha_bits = 0;  // 0: opaque
  std::size_t RowBytes(std::size_t columns) const;
  std::size_t AlphaRowBytes(std::size_t columns) const { return columns * alpha_bits / 8; }
};

// The smallest that holds all samples, with the type that was asked for. Converts to RGB what is
// not CMYK.
PdfLayout PdfLayoutOf(const ImageInfo* image_info, Image* image);

// One row in the layout; `row` and `alpha` have its bytes.
void ExportPdfRow(const PdfLayout& layout, const ConstPixels& source, std::size_t y,
                  std::uint8_t* row);
void ExportPdfAlpha(const PdfLayout& layout, const ConstPixels& source, std::size_t y,
                    std::uint8_t* alpha);

// "/DeviceRGB", of the number of samples of a pixel.
const char* PdfDeviceSpace(unsigned samples);
// Colours of a palette that are those of the space `base`.
std::string PdfPaletteSpace(const Image* image, const std::string& base);

// The samples of a pixel that an ICC profile is for; 0: none that PDF has.
unsigned SamplesOfIcc(ByteSpan icc);

}  // namespace lodestone::coders
