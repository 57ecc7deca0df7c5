// The range of raw samples in the input of an image.
#include <algorithm>

#include "magick/blob.h"
#include "magick/constitute.h"

namespace lodestone {
namespace {

struct Rows {
  unsigned long width, height;
  size_t octets;
  void* buffer;
};

struct Range {
  double min = 0.0, max = 1.0;
};

// Reads rows with read(image, octets, samples). False if the input ends before that.
template <class T, class Read>
bool Scan(Image* image, const Rows& rows, Read read, Range& range) {
  if (rows.octets / sizeof(T) < rows.width) return false;
  T* samples = static_cast<T*>(rows.buffer);
  for (unsigned long y = 0; y < rows.height; ++y) {
    if (read(image, rows.octets, samples) != rows.octets) return false;
    if (rows.width == 0) continue;
    if (y == 0) range.min = range.max = static_cast<double>(samples[0]);
    for (unsigned long x = 0; x < rows.width; ++x) {
      range.min = std::min(range.min, static_cast<double>(samples[x]));
      range.max = std::max(range.max, static_cast<double>(samples[x]));
    }
  }
  return true;
}

bool ScanType(Image* image, const Rows& rows, StorageType type, bool little, Range& range) {
  switch (type) {
    case CharPixel:
      return Scan<signed char>(image, rows, ReadBlob, range);
    case ShortPixel:
      return Scan<magick_uint16_t>(image, rows, little ? ReadBlobLSBShorts : ReadBlobMSBShorts,
                                   range);
    case IntegerPixel:
    case LongPixel:
      return Scan<magick_uint32_t>(image, rows, little ? ReadBlobLSBLongs : ReadBlobMSBLongs,
                                   range);
    case FloatPixel:
      return Scan<float>(image, rows, little ? ReadBlobLSBFloats : ReadBlobMSBFloats, range);
    case DoublePixel:
      return Scan<double>(image, rows, little ? ReadBlobLSBDoubles : ReadBlobMSBDoubles, range);
  }
  return false;
}

}  // namespace
}  // namespace lodestone

MagickPassFail MagickFindRawImageMinMax(Image* image, EndianType endian, unsigned long width,
                                        unsigned long height, StorageType type,
                                        unsigned scanline_octets, void* scanline_buffer,
                                        double* min, double* max) {
  if (!image || !scanline_buffer || !min || !max) return MagickFail;
  lodestone::Range range;
  const magick_off_t start = TellBlob(image);
  bool scanned = true;
  if (start >= 0) {
    const lodestone::Rows rows{width, height, scanline_octets, scanline_buffer};
    scanned = lodestone::ScanType(image, rows, type, endian == LSBEndian, range);
    scanned = SeekBlob(image, start, SEEK_SET) == start && scanned;
  }
  *min = range.min;
  *max = range.max;
  return scanned ? MagickPass : MagickFail;
}
