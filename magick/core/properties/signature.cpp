// The hash of an image's pixels.
#include "magick/signature.h"

#include <cstdint>
#include <string>
#include <vector>

#include "base/sha256.hpp"
#include "magick/attribute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone {
namespace {

void AppendSample(unsigned long sample, std::vector<std::uint8_t>& row) {
  const unsigned long wide = ScaleQuantumToLong(sample);
  for (int shift = 24; shift >= 0; shift -= 8)
    row.push_back(static_cast<std::uint8_t>(wide >> shift));
}

void AppendPixel(const Image* image, const PixelPacket& pixel, const IndexPacket* index,
                 std::vector<std::uint8_t>& row) {
  const bool cmyk = image->colorspace == CMYKColorspace;
  AppendSample(pixel.red, row);
  AppendSample(pixel.green, row);
  AppendSample(pixel.blue, row);
  if (image->matte || cmyk) AppendSample(pixel.opacity, row);
  if (!image->matte) AppendSample(OpaqueOpacity, row);
  if (image->matte && cmyk) AppendSample(index == nullptr ? OpaqueOpacity : *index, row);
}

// GraphicsMagick ends its SHA-256 with a nonstandard length field: the low word sums only the low
// byte of each row's length, and the high word counts the rows whose length in bytes is less than
// the low word, in bits. Signatures match only if we do the same.
class LengthField {
 public:
  void AddRow(std::size_t bytes) {
    if (bytes < low_) ++high_;
    low_ += static_cast<std::uint32_t>(bytes & 0xFF) << 3;
  }
  std::uint64_t value() const { return std::uint64_t{high_} << 32 | low_; }

 private:
  std::uint32_t low_ = 0;
  std::uint32_t high_ = 0;
};

// The bytes of one row; false with image->exception set.
bool ReadRow(Image* image, const GreySamples& grey, unsigned long y,
             std::vector<std::uint8_t>& row) {
  row.clear();
  if (grey) {
    const Quantum* samples = grey.Row(y);
    for (unsigned long x = 0; x < image->columns; ++x)
      AppendPixel(image, GreyPacket(samples[x]), nullptr, row);
    return true;
  }
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, static_cast<long>(y), image->columns, 1, &image->exception);
  if (pixels == nullptr) return false;
  const IndexPacket* indexes = AccessImmutableIndexes(image);
  for (unsigned long x = 0; x < image->columns; ++x)
    AppendPixel(image, pixels[x], indexes == nullptr ? nullptr : indexes + x, row);
  return true;
}

MagickPassFail Sign(Image* image) {
  if (image->columns == 0) {
    Throw(&image->exception, ResourceLimitError, "Memory allocation failed",
          "unable to compute image signature");
    return MagickFail;
  }
  Sha256 hash;
  LengthField length;
  std::vector<std::uint8_t> row;
  RowMonitor monitor(image, "[%s] Compute SHA-256 signature...", &image->exception);
  const GreySamples grey = GreySamples::Of(image, &image->exception);
  for (unsigned long y = 0; y < image->rows; ++y) {
    if (!ReadRow(image, grey, y, row)) return MagickFail;
    hash.Update(row.data(), row.size());
    length.AddRow(row.size());
    if (!monitor.Done()) return MagickFail;
  }
  const std::string digits = hash.Finish(length.value());
  SetImageAttribute(image, "signature", nullptr);
  return SetImageAttribute(image, "signature", digits.c_str());
}

}  // namespace
}  // namespace lodestone

unsigned int SignatureImage(Image* image) {
  if (!image) return MagickFail;
  return lodestone::Guard(&image->exception, MagickFail, [&] { return lodestone::Sign(image); });
}
