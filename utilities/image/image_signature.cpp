#include "utilities/image/image_signature.hpp"

#include <vector>

#include "utilities/shell/exception.hpp"
#include "utilities/text/sha256.hpp"

namespace lodestone::cli {
namespace {

void AppendSample(unsigned long sample, std::vector<std::uint8_t>* row) {
  const unsigned long wide = ScaleQuantumToLong(sample);
  for (int shift = 24; shift >= 0; shift -= 8) {
    row->push_back(static_cast<std::uint8_t>(wide >> shift));
  }
}

void AppendPixel(const Image* image, const PixelPacket& pixel, const IndexPacket* index,
                 std::vector<std::uint8_t>* row) {
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

}  // namespace

std::string ImageSignature(const Image* image) {
  Exception exception;
  Sha256 hash;
  LengthField length;
  std::vector<std::uint8_t> row;
  for (unsigned long y = 0; y < image->rows; ++y) {
    const PixelPacket* pixels =
        AcquireImagePixels(image, 0, static_cast<long>(y), image->columns, 1, exception.get());
    if (pixels == nullptr) exception.Throw("Unable to read pixels");
    const IndexPacket* indexes = AccessImmutableIndexes(image);
    row.clear();
    for (unsigned long x = 0; x < image->columns; ++x) {
      AppendPixel(image, pixels[x], indexes == nullptr ? nullptr : indexes + x, &row);
    }
    hash.Update(row.data(), row.size());
    length.AddRow(row.size());
  }
  return hash.Finish(length.value());
}

}  // namespace lodestone::cli
