// The layout of samples in files.
#pragma once

#include <cstddef>

namespace lodestone::coders {

enum class Channels {
  kGray,
  kGrayAlpha,
  kRgb,
  kRgba,
  kCmyk,
  kCmyka,
  kRed,
  kGreen,
  kBlue,
  kAlpha,
  kBlack  // one plane; kBlack is the K of CMYK
};

constexpr unsigned SamplesPerPixel(Channels channels) {
  switch (channels) {
    case Channels::kGrayAlpha:
      return 2;
    case Channels::kRgb:
      return 3;
    case Channels::kRgba:
    case Channels::kCmyk:
      return 4;
    case Channels::kCmyka:
      return 5;
    default:
      return 1;
  }
}

// The layout of samples in the file.
struct SampleFormat {
  Channels channels = Channels::kRgb;
  unsigned bytes = 1;  // per sample: 1 or 2
  bool little_endian = false;
  std::size_t PixelBytes() const { return std::size_t{SamplesPerPixel(channels)} * bytes; }
};

}  // namespace lodestone::coders
