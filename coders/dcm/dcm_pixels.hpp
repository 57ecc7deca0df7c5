// From what a DICOM file stores to the colours of pixels.
#pragma once

#include "coders/common/samples.hpp"
#include "coders/dcm/dcm_image.hpp"

namespace lodestone::coders {

struct DcmFrame {
  ByteSpan bytes;
  bool planar = false;
  bool big_endian = false;
};

// Values of a row of one sample of each pixel, as stored, without bits that are not theirs.
void TakeDcmRow(const DcmImage& image, const DcmFrame& frame, std::size_t y, unsigned sample,
                unsigned* values);

struct DcmRange {
  int least = 0, most = 0;
  void Include(const DcmImage& image, const DcmFrame& frame);
};

// Whether shades are those of a range of values that only the pixels tell: they have no window,
// and more than 8 bits.
bool NeedsDcmRange(const DcmElements& elements, const DcmImage& image);

// The shade of each stored value: by rescaling and window, else of the range, which may be null.
SampleTable DcmShades(const DcmElements& elements, const DcmImage& image, const DcmRange* range);
// Of stored values as they are, as far as quanta can hold them.
SampleTable DcmPlainShades(const DcmImage& image);

// The colour of each stored value.
std::vector<PixelPacket> DcmPalette(const DcmElements& elements, const DcmImage& image);

// `image` has the frame's size. What the colours need is given; the other may be empty.
void PaintDcmFrame(const DcmImage& layout, const DcmFrame& frame, const SampleTable& shades,
                   const std::vector<PixelPacket>& palette, Image* image, ExceptionInfo* exception);

}  // namespace lodestone::coders
