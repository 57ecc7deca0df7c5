// What a DICOM file says of its image, and its frames as it stores them.
#pragma once

#include <string>
#include <vector>

#include "coders/dcm/dcm_elements.hpp"

namespace lodestone::coders {

enum class DcmColors { kMonochrome, kPalette, kRgb, kYbr, kYbr422 };

struct DcmImage {
  DcmColors colors = DcmColors::kMonochrome;
  bool inverted = false;  // low values are light
  unsigned samples = 1;   // of a pixel
  bool planar = false;
  std::size_t columns = 0, rows = 0, frames = 1;
  unsigned allocated = 16, stored = 16, high = 15;  // bits of a sample
  bool is_signed = false;
  bool big_endian = false;

  std::size_t Pixels() const { return columns * rows; }
  std::uint64_t FrameBytes() const;
  unsigned Mask() const { return (1u << stored) - 1; }
  // The stored bits as a number.
  int Value(unsigned bits) const;
};

// Fails if there is no such image, or its size is beyond the limits.
DcmImage DcmImageOf(const DcmElements& elements);

// The parts of the file that are frames.
class DcmFrames {
 public:
  // Fails if the file ends before the last one does.
  DcmFrames(const DcmElements& elements, const DcmImage& image);
  bool compressed() const { return compressed_; }
  // A part of the file, or copied together in `storage`.
  ByteSpan At(std::size_t number, std::vector<std::uint8_t>& storage) const;

 private:
  void FindFragments(ByteSpan pixels, std::size_t frames);
  void Group(ByteSpan offsets, const std::vector<std::size_t>& starts, std::size_t frames);

  bool compressed_ = false;
  std::vector<std::vector<ByteSpan>> parts_;  // of each frame
};

// The frame of run lengths as it would be without compression: planes, little-endian.
std::vector<std::uint8_t> DecodeDcmRuns(ByteSpan frame, const DcmImage& image);

// JPEG without loss, which has up to 16 bits a sample: planes, little-endian, in `image.allocated`
// bits. Fails if the frame has another size.
bool IsLosslessJpeg(ByteSpan frame);
std::vector<std::uint8_t> DecodeLosslessJpeg(ByteSpan frame, const DcmImage& image);

}  // namespace lodestone::coders
