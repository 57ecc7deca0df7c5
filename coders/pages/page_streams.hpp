// The data of an image in a PDF or PostScript file: which compression, and files of other formats.
#pragma once

#include <string>

#include "coders/common/byte_cursor.hpp"
#include "coders/pages/page_layout.hpp"
#include "coders/pages/stream_encoders.hpp"
#include "magick/core/system/memory.hpp"

namespace lodestone::coders {

// A file of another format that becomes the data of a stream.
struct ForeignFile {
  MagickPtr<unsigned char> data;
  std::size_t length = 0;
  ByteSpan bytes() const { return {data.get(), length}; }
};

// Of the format `name`; `usual` is what it uses unless another is asked for.
struct PageCompressions {
  const char* name;
  CompressionType usual;
  bool has_zip = true;
};
// The one that is asked for if the format has it and it can hold the image, which may be a JPEG
// file that stays one; else the usual one.
CompressionType CompressionOfPage(const PageCompressions& format, const ImageInfo* image_info,
                                  Image* image, const PageLayout& layout);
bool IsFaxCompression(CompressionType compression);
StreamFilter FilterOf(CompressionType compression);

// The image as a fax of group 4, where black is 0, and the entries of its filter.
ForeignFile FaxOfPage(const ImageInfo* image_info, Image* image);
std::string FaxParameters(const Image* image);

// The image as a JPEG file without profiles and texts, which have their own places.
ForeignFile JpegOfPage(const ImageInfo* image_info, Image* image);
// The samples of a pixel in a JPEG file. Four are inks, which are inverted there.
unsigned SamplesOfJpeg(ByteSpan file);

}  // namespace lodestone::coders
