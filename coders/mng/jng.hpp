// JNG: a JPEG image, and its alpha as a PNG or JPEG image, in chunks like those of PNG.
#pragma once

#include <string_view>
#include <vector>

#include "coders/common/png_chunks.hpp"

namespace lodestone::coders {

inline constexpr std::string_view kJngSignature("\213JNG\r\n\032\n", 8);

inline constexpr unsigned kJngGray = 8, kJngColor = 10;
inline constexpr unsigned kJngAlpha = 4;  // added to these
inline constexpr unsigned kJngJpeg = 8, kJngDeflate = 0;

// Attributes that tell of files inside: no texts of this one.
inline constexpr const char* kJngPartKeys[] = {
    "png:IHDR.color-type-orig", "png:IHDR.bit-depth-orig", "JPEG-Quality",
    "JPEG-Colorspace",          "JPEG-Colorspace-Name",    "JPEG-Sampling-factors"};

struct JngHeader {
  std::uint32_t width = 0, height = 0;
  unsigned color_type = kJngColor, depth = 8, interlace = 0;
  unsigned alpha_depth = 0, alpha_compression = kJngDeflate;

  bool HasAlpha() const { return (color_type & kJngAlpha) != 0; }
};
// Fails unless this is a JHDR chunk with what the specification allows.
JngHeader ParseJngHeader(const PngChunk& chunk);

// Reads an image from its JHDR to its IEND chunk. `defaults` are chunks that say of its colours
// what its own do not.
void ReadJngChunks(const ImageInfo* image_info, ByteSpan chunks,
                   const std::vector<ByteSpan>& defaults, Image* image, ExceptionInfo* exception);
void PutJngChunks(const ImageInfo* image_info, const Image* image, ByteSink& sink,
                  ExceptionInfo* exception);

Image* ReadJng(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteJng(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
