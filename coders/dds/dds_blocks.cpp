#include "coders/dds/dds_blocks.hpp"

#include <algorithm>

namespace lodestone::coders {
namespace {

unsigned Little(const std::uint8_t* bytes, unsigned count) {
  unsigned value = 0;
  for (unsigned i = count; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

// a * weight_a + b * weight_b over the sum of weights, from a range of that many steps to bytes.
std::uint8_t Mixed(unsigned a, unsigned weight_a, unsigned b, unsigned weight_b, unsigned steps) {
  const unsigned whole = steps * (weight_a + weight_b);
  return static_cast<std::uint8_t>((255 * (a * weight_a + b * weight_b) + whole / 2) / whole);
}

DdsTexel MixedColor(unsigned first, unsigned weight, unsigned second, unsigned other) {
  return {Mixed(first >> 11, weight, second >> 11, other, 31),
          Mixed(first >> 5 & 63, weight, second >> 5 & 63, other, 63),
          Mixed(first & 31, weight, second & 31, other, 31), 255};
}

// Colours alone; alpha too if there may be holes.
void DecodeColors(const std::uint8_t* bytes, bool holes, DdsBlock& block) {
  const unsigned first = Little(bytes, 2), second = Little(bytes + 2, 2);
  const std::array<DdsTexel, 4> colors = DdsColors(first, second, !holes || first > second);
  for (unsigned i = 0; i < kDdsTexels; ++i) {
    const std::uint8_t alpha = block[i].alpha;
    block[i] = colors[bytes[4 + i / 4] >> 2 * (i % 4) & 3];
    if (!holes) block[i].alpha = alpha;
  }
}

template <std::uint8_t DdsTexel::*kChannel>
void DecodeRamp(const std::uint8_t* bytes, bool is_signed, DdsBlock& block) {
  const auto end = [&](std::uint8_t byte) {
    return is_signed ? std::max<int>(static_cast<std::int8_t>(byte), -127) : int{byte};
  };
  const std::array<std::uint8_t, 8> values = DdsRamp(end(bytes[0]), end(bytes[1]), is_signed);
  DdsBits indexes(bytes + 2);
  for (DdsTexel& texel : block) texel.*kChannel = values[indexes.Take(3)];
}

}  // namespace

std::array<DdsTexel, 4> DdsColors(unsigned first, unsigned second, bool four) {
  if (four)
    return {MixedColor(first, 1, second, 0), MixedColor(first, 0, second, 1),
            MixedColor(first, 2, second, 1), MixedColor(first, 1, second, 2)};
  return {MixedColor(first, 1, second, 0), MixedColor(first, 0, second, 1),
          MixedColor(first, 1, second, 1), DdsTexel{0, 0, 0, 0}};
}

std::array<std::uint8_t, 8> DdsRamp(int first, int second, bool is_signed) {
  const int least = is_signed ? -127 : 0, range = is_signed ? 254 : 255;
  const bool eight = first > second;
  const unsigned parts = eight ? 7 : 5;
  const auto a = static_cast<unsigned>(first - least), b = static_cast<unsigned>(second - least);
  const auto steps = static_cast<unsigned>(range);
  std::array<std::uint8_t, 8> values = {};
  values[0] = Mixed(a, 1, b, 0, steps);
  values[1] = Mixed(a, 0, b, 1, steps);
  for (unsigned i = 1; i < parts; ++i) values[i + 1] = Mixed(a, parts - i, b, i, steps);
  if (!eight) values[7] = 255;
  return values;
}

bool HasHoles(const std::uint8_t* bytes) {
  if (Little(bytes, 2) > Little(bytes + 2, 2)) return false;
  const unsigned indexes = Little(bytes + 4, 4);
  return (indexes & indexes >> 1 & 0x55555555) != 0;
}

void DecodeDdsBlock(const DdsLayout& layout, const std::uint8_t* bytes, DdsBlock& block) {
  block.fill({});
  switch (layout.coding) {
    case DdsCoding::kBc1:
      return DecodeColors(bytes, true, block);
    case DdsCoding::kBc2:
      for (unsigned i = 0; i < kDdsTexels; ++i)
        block[i].alpha = static_cast<std::uint8_t>((bytes[i / 2] >> 4 * (i % 2) & 15) * 17);
      return DecodeColors(bytes + 8, false, block);
    case DdsCoding::kBc3:
      DecodeRamp<&DdsTexel::alpha>(bytes, false, block);
      return DecodeColors(bytes + 8, false, block);
    case DdsCoding::kBc5:
      DecodeRamp<&DdsTexel::green>(bytes + 8, layout.is_signed, block);
      [[fallthrough]];
    case DdsCoding::kBc4:
      return DecodeRamp<&DdsTexel::red>(bytes, layout.is_signed, block);
    default:
      return DecodeBc7Block(bytes, block);
  }
}

}  // namespace lodestone::coders
