// Blocks of 4x4 pixels.
#pragma once

#include "coders/dds/dds.hpp"

namespace lodestone::coders {

inline constexpr std::size_t kDdsSide = 4, kDdsTexels = kDdsSide * kDdsSide;

struct DdsTexel {
  std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
};
using DdsBlock = std::array<DdsTexel, kDdsTexels>;
using DdsLightBlock = std::array<std::array<float, 3>, kDdsTexels>;  // red, green, blue

// Any but BC6; grey is in red alone.
void DecodeDdsBlock(const DdsLayout& layout, const std::uint8_t* bytes, DdsBlock& block);
void DecodeBc6Block(bool is_signed, const std::uint8_t* bytes, DdsLightBlock& block);
void DecodeBc7Block(const std::uint8_t* bytes, DdsBlock& block);

// The colours of two endpoints, of 5, 6 and 5 bits: four, or three and nothing.
std::array<DdsTexel, 4> DdsColors(unsigned first, unsigned second, bool four);
// The values of two endpoints: eight, or six and both ends of the range if the first is not the
// larger.
std::array<std::uint8_t, 8> DdsRamp(int first, int second, bool is_signed);

// Whether a block of BC1 has pixels that are not there.
bool HasHoles(const std::uint8_t* bytes);

// dds_encode.cpp: blocks of BC1, with holes if there may be alpha, and of BC3.
void EncodeBc1Block(const DdsBlock& block, bool alpha, std::uint8_t* bytes);
void EncodeBc3Block(const DdsBlock& block, std::uint8_t* bytes);

// What BC6 and BC7 share: up to three groups of pixels, each with two endpoints.
class DdsBits {
 public:
  explicit DdsBits(const std::uint8_t* bytes) : bytes_(bytes) {}
  unsigned Take(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i, ++at_) value |= (bytes_[at_ / 8] >> at_ % 8 & 1u) << i;
    return value;
  }

 private:
  const std::uint8_t* bytes_;
  unsigned at_ = 0;
};
// Which group a pixel is in.
unsigned DdsGroupOf(unsigned groups, unsigned partition, unsigned texel);
// Whether the index of the pixel is stored with one bit less, being the first of its group.
bool IsDdsAnchor(unsigned groups, unsigned partition, unsigned texel);
// The share of the second endpoint in 64ths, for indexes of 2 to 4 bits.
unsigned DdsWeight(unsigned index, unsigned bits);

}  // namespace lodestone::coders
