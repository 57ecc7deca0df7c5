// The PNM family: PBM, PGM, PPM (plain and raw) and PAM.
#pragma once

#include <string>

#include "coders/common/blob_reader.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {

struct PnmHeader {
  int kind = 0;  // the digit: P1 to P7
  unsigned long columns = 0;
  unsigned long rows = 0;
  std::uint32_t max_value = 0;
  unsigned samples = 0;  // per pixel
  Channels channels = Channels::kGray;
  bool matte = false;
  bool cmyk = false;
  std::string comment;

  bool plain() const { return kind >= 1 && kind <= 3; }
  bool bitmap() const { return kind == 1 || kind == 4; }
  bool opaque_gray() const { return samples == 1 && !matte && !cmyk; }
  SampleFormat Format() const { return {channels, max_value > 255 ? 2u : 1u, false}; }
  std::size_t RowBytes() const {
    return kind == 4 ? (columns + 7) / 8 : Format().PixelBytes() * columns;
  }
};

// Reads a header, including the 'P'. Fails if it is invalid.
PnmHeader ReadPnmHeader(BlobReader& reader);

// The next unsigned number, skipping white space and comments, which are appended to *comment
// (unless null). Fails at the end of the data and on anything that is not a number.
std::uint32_t ReadPnmNumber(BlobReader& reader, std::string* comment);

// The image's comment as lines of a header, empty if there is none.
std::string PnmComment(const Image* image);

Image* ReadPnm(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WritePnm(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
