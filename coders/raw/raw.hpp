// Raw samples without a header: GRAY, GRAYA, RGB, RGBA, CMYK, CMYKA, and single channels.
#pragma once

#include <string>
#include <vector>

#include "coders/common/blob_reader.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {

struct RawFormat {
  Channels channels = Channels::kRgb;
  unsigned bytes = 1;
  bool little_endian = false;
  InterlaceType interlace = NoInterlace;
  bool cmyk = false;
  bool matte = false;

  SampleFormat Packed() const { return {channels, bytes, little_endian}; }
  SampleFormat Plane(Channels channel) const { return {channel, bytes, little_endian}; }
};

RawFormat ChooseRawFormat(const ImageInfo* image_info, const Image* image);
RawFormat RawFormatToWrite(const ImageInfo* image_info, const Image* image);

// The planes of a format that is stored plane by plane, and the extension of each plane's own file
// (partition interlace).
struct RawPlane {
  Channels channel;
  const char* extension;
};
std::vector<RawPlane> PlanesOf(const RawFormat& format);

Image* ReadRaw(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteRaw(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
