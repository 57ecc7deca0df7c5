#include "utilities/conform/source_image.hpp"

#include <cstdint>
#include <type_traits>
#include <vector>

#include "utilities/shell/exception.hpp"

namespace lodestone::conform {
namespace {

struct Kind {
  const char* name;
  const char* map;  // of ConstituteImage
};
constexpr Kind kKinds[] = {{"opaque", "RGB"}, {"alpha", "RGBA"}, {"grey", "I"}, {"cmyk", "CMYK"}};

const Kind& KindOf(Pixels pixels) {
  return kKinds[static_cast<unsigned>(pixels)];
}

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): all bits depend on all.
std::uint64_t Mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

std::uint64_t Mixed(std::uint64_t x, std::uint64_t y, std::uint64_t salt) {
  return Mixed(Mixed(Mixed(salt) ^ x) ^ y);
}

// A sample of 16 bits. Blocks are of 11x7 pixels, so that none ends where groups of pixels do.
std::uint16_t Sample(std::uint64_t x, std::uint64_t y, std::uint64_t channel) {
  constexpr std::uint64_t kBlockColumns = 11, kBlockRows = 7, kBlockSalt = 64, kMax = 65535;
  const std::uint64_t block = Mixed(x / kBlockColumns, y / kBlockRows, kBlockSalt + channel);
  const std::uint64_t noise = Mixed(x, y, channel);
  switch (block % 4) {
    case 0:
      return static_cast<std::uint16_t>(noise >> 48);
    case 1:
      return noise >> 63 ? kMax : 0;
    case 2:
      return static_cast<std::uint16_t>((block >> 48) + 977 * (x % kBlockColumns) +
                                        3121 * (y % kBlockRows));
    default:
      return static_cast<std::uint16_t>(block >> 48);
  }
}

}  // namespace

std::string SourceImage::name() const {
  return std::string(KindOf(pixels).name) + "-" + std::to_string(columns) + "x" +
         std::to_string(rows);
}

cli::ImageList Make(const SourceImage& source) {
  using Stored = std::conditional_t<QuantumDepth == 8, std::uint8_t, std::uint16_t>;
  constexpr StorageType kType = QuantumDepth == 8 ? CharPixel : ShortPixel;
  constexpr unsigned kShift = 16 - QuantumDepth;
  const std::string map = KindOf(source.pixels).map;
  std::vector<Stored> samples;
  samples.reserve(source.columns * source.rows * map.size());
  for (unsigned long y = 0; y < source.rows; ++y)
    for (unsigned long x = 0; x < source.columns; ++x)
      for (std::size_t channel = 0; channel < map.size(); ++channel)
        samples.push_back(static_cast<Stored>(Sample(x, y, channel) >> kShift));
  cli::Exception exception;
  cli::ImageList image(ConstituteImage(source.columns, source.rows, map.c_str(), kType,
                                       samples.data(), exception.get()));
  if (image == nullptr) exception.Throw("Unable to make the source image");
  image->storage_class = DirectClass;  // grey ones have a palette by default
  return image;
}

}  // namespace lodestone::conform
