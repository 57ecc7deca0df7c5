// MIFF: keywords in plain text, then profiles, colormap and rows of samples.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/owner.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {

// What the keywords say beyond what is kept in the image.
struct MiffHeader {
  bool palette = false;
  bool known_class = true;
  unsigned long colors = 0;
  unsigned long depth = 8;
  bool framed = false;  // lengths precede parts of compressed data; not in files without version
  std::vector<std::pair<std::string, std::size_t>> profiles;  // name, bytes
};

// The samples of one pixel.
struct MiffLayout {
  bool palette = false;
  unsigned bytes = 1;  // per sample: 1, 2 or 4
  bool matte = false;
  Channels channels = Channels::kRgb;  // without palette

  std::size_t PixelBytes() const {
    return bytes * (palette ? (matte ? 2u : 1u) : SamplesPerPixel(channels));
  }
};

inline unsigned MiffSampleBytes(unsigned long depth) {
  return depth <= 8 ? 1 : depth <= 16 ? 2 : 4;
}
MiffLayout MiffLayoutOf(const Image* image, unsigned long depth);

// Parses the keywords at the cursor into the image, up to the binary part.
MiffHeader ParseMiffHeader(ByteCursor& cursor, Image* image);
// `profiles` are the keywords of the profiles.
std::string MakeMiffHeader(Image* image, const Image* first, CompressionType compression,
                           unsigned long depth, const std::string& profiles);

// All that precedes the rows of an image. Reading checks the limits.
MiffHeader TakeMiffHead(ByteCursor& cursor, Image* image);
void PutMiffHead(const Image* first, Image* image, CompressionType compression, unsigned long depth,
                 ByteSink& sink);
// RGB or CMYK, as image_info has it, or else the image.
void ToMiffColors(const ImageInfo* image_info, Image* image);

// Rows of `row_bytes` bytes of a file.
class MiffRowSource {
 public:
  virtual ~MiffRowSource() = default;
  // Valid until the next call.
  virtual const std::uint8_t* Next() = 0;
  // Moves the cursor behind the rows.
  virtual void Finish() {}
};
std::unique_ptr<MiffRowSource> OpenMiffRows(CompressionType compression, bool framed,
                                            ByteCursor& cursor, std::size_t pixel_bytes,
                                            std::size_t columns);

class MiffRowSink {
 public:
  virtual ~MiffRowSink() = default;
  virtual void Put(const std::uint8_t* row) = 0;
  virtual void Finish() {}
};
bool HaveBzip2();
std::unique_ptr<MiffRowSink> MakeMiffRows(CompressionType compression, unsigned long quality,
                                          Image* blob, std::size_t pixel_bytes,
                                          std::size_t columns);

Image* ReadMiff(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteMiff(const ImageInfo* image_info, Image* image);

// For formats that are another image, in MIFF: what `make` makes of `image`. It may throw.
using MadeImage = Owner<Image, DestroyImage>;
unsigned int WriteMiffOf(const ImageInfo* image_info, Image* image,
                         const std::function<MadeImage()>& make);

}  // namespace lodestone::coders
