// What holds for every format: it is read as written, gm reads it alike, and damage does no harm.
#pragma once

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

// What a format can hold, and how it is written.
struct FormatCase {
  std::string magick;
  bool alpha = true;
  unsigned depth = 8;           // samples with more bits are rounded
  std::string gm_options = "";  // that make gm write as below
  CompressionType compression = UndefinedCompression;
  ImageType type = UndefinedType;
  InterlaceType interlace = UndefinedInterlace;
  std::string define = "";
};

// Images of several sizes and types, with as many bits per sample as the format and the build have.
std::vector<Kind> KindsOf(const FormatCase& format);

Bytes WriteAs(const FormatCase& format, const ImageHandle& image);

// Reads what was written, and finds the same pixels.
void CheckRoundTrip(const FormatCase& format, const Kind& kind);

// Reads gm's files as gm does, and gm reads ours as they are read here.
void CheckWithGm(const FormatCase& format, const Kind& kind, bool same_bytes = false);

// Every length and many flipped bytes of a file: an image or an error.
void CheckDamage(const std::string& magick, const Bytes& bytes);

// The largest width, height and number of pixels are respected.
void CheckLimit(const std::string& magick, const Bytes& bytes);

// A monitor that refuses to go on makes reading and writing fail.
void CheckCancel(const FormatCase& format);

}  // namespace lodestone::coders::test
