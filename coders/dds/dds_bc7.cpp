#include <algorithm>
#include <bit>
#include <utility>

#include "coders/dds/dds_blocks.hpp"

namespace lodestone::coders {
namespace {

// One bit for each pixel, from the lowest: its group of two. BC6 has the first 32.
constexpr std::uint16_t kHalves[] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80,
    0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310,
    0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa,
    0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc,
    0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6,
    0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22};

// Two bits for each pixel: its group of three.
constexpr std::uint32_t kThirds[] = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
    0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
    0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
    0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
    0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
    0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
    0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254};

// The pixels whose index has one bit less: of the second of two groups, and of the second and the
// third of three. That of the first is pixel 0.
constexpr std::uint8_t kAnchorOfTwo[] = {
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2,  8, 2, 2, 8,
    8,  15, 2,  8,  2,  2,  8,  8,  2,  2,  15, 15, 6,  8,  2,  8,  15, 15, 2, 8, 2, 2,
    2,  15, 15, 6,  6,  2,  6,  8,  15, 15, 2,  2,  15, 15, 15, 15, 15, 2,  2, 15};
constexpr std::uint8_t kSecondOfThree[] = {
    3,  3,  15, 15, 8, 3,  15, 15, 8,  8,  6, 6,  6, 5,  3, 3,  3,  3,  8,  15, 3,  3,
    6,  10, 5,  8,  8, 6,  8,  5,  15, 15, 8, 15, 3, 5,  6, 10, 8,  15, 15, 3,  15, 5,
    15, 15, 15, 15, 3, 15, 5,  5,  5,  8,  5, 10, 5, 10, 8, 13, 15, 12, 3,  3};
constexpr std::uint8_t kThirdOfThree[] = {
    15, 8, 8, 3,  15, 15, 3,  8,  15, 15, 15, 15, 15, 15, 15, 8,  15, 8,  15, 3,  15, 8,
    15, 8, 3, 15, 6,  10, 15, 15, 10, 8,  15, 3,  15, 10, 10, 8,  9,  10, 6,  15, 8,  15,
    3,  6, 6, 8,  15, 3,  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3,  15, 15, 8};

// Widths of the parts of a block, in bits.
struct Mode {
  unsigned groups, partition, rotation, selector;
  unsigned color, alpha;
  bool own_low_bit, shared_low_bit;  // of each endpoint, of both of a group
  unsigned index, second_index;
};
constexpr Mode kModes[] = {
    {3, 4, 0, 0, 4, 0, true, false, 3, 0},  {2, 6, 0, 0, 6, 0, false, true, 3, 0},
    {3, 6, 0, 0, 5, 0, false, false, 2, 0}, {2, 6, 0, 0, 7, 0, true, false, 2, 0},
    {1, 0, 2, 1, 5, 6, false, false, 2, 3}, {1, 0, 2, 0, 7, 8, false, false, 2, 2},
    {1, 0, 0, 0, 7, 7, true, false, 4, 0},  {2, 6, 0, 0, 5, 5, true, false, 2, 0}};

using Channels = std::array<unsigned, 4>;  // red, green, blue, alpha
using Endpoints = std::array<Channels, 6>;

std::uint8_t Widened(unsigned value, unsigned bits) {
  value <<= 8 - bits;
  return static_cast<std::uint8_t>(value | value >> bits);
}

Endpoints TakeEndpoints(const Mode& mode, DdsBits& bits) {
  Endpoints ends = {};
  const unsigned count = 2 * mode.groups;
  const auto width = [&](unsigned channel) { return channel == 3 ? mode.alpha : mode.color; };
  for (unsigned channel = 0; channel < 4; ++channel)
    for (unsigned i = 0; i < count; ++i) ends[i][channel] = bits.Take(width(channel));
  const bool low_bits = mode.own_low_bit || mode.shared_low_bit;
  for (unsigned i = 0, low = 0; i < count; ++i) {
    if (mode.own_low_bit || (mode.shared_low_bit && i % 2 == 0)) low = bits.Take(1);
    for (unsigned channel = 0; channel < 4; ++channel) {
      unsigned& value = ends[i][channel];
      if (width(channel) == 0)
        value = 255;
      else
        value = low_bits ? Widened(value << 1 | low, width(channel) + 1)
                         : Widened(value, width(channel));
    }
  }
  return ends;
}

std::array<unsigned, kDdsTexels> TakeIndexes(unsigned width, unsigned groups, unsigned partition,
                                             DdsBits& bits) {
  std::array<unsigned, kDdsTexels> indexes;
  for (unsigned i = 0; i < kDdsTexels; ++i)
    indexes[i] = bits.Take(width - (IsDdsAnchor(groups, partition, i) ? 1 : 0));
  return indexes;
}

std::uint8_t Between(unsigned first, unsigned second, unsigned weight) {
  return static_cast<std::uint8_t>((first * (64 - weight) + second * weight + 32) >> 6);
}

void Rotate(unsigned rotation, DdsTexel& texel) {
  if (rotation == 1) std::swap(texel.alpha, texel.red);
  if (rotation == 2) std::swap(texel.alpha, texel.green);
  if (rotation == 3) std::swap(texel.alpha, texel.blue);
}

}  // namespace

unsigned DdsGroupOf(unsigned groups, unsigned partition, unsigned texel) {
  if (groups == 2) return kHalves[partition] >> texel & 1u;
  return groups == 3 ? kThirds[partition] >> 2 * texel & 3u : 0;
}

bool IsDdsAnchor(unsigned groups, unsigned partition, unsigned texel) {
  if (texel == 0) return true;
  if (groups == 2) return texel == kAnchorOfTwo[partition];
  return groups == 3 && (texel == kSecondOfThree[partition] || texel == kThirdOfThree[partition]);
}

unsigned DdsWeight(unsigned index, unsigned bits) {
  const unsigned last = (1u << bits) - 1;
  return (64 * index + last / 2) / last;
}

void DecodeBc7Block(const std::uint8_t* bytes, DdsBlock& block) {
  if (bytes[0] == 0) return block.fill({0, 0, 0, 0});  // no mode
  const auto number = static_cast<unsigned>(std::countr_zero(bytes[0]));
  const Mode& mode = kModes[number];
  DdsBits bits(bytes);
  bits.Take(number + 1);
  const unsigned partition = bits.Take(mode.partition), rotation = bits.Take(mode.rotation);
  const bool swapped = bits.Take(mode.selector) != 0;
  const Endpoints ends = TakeEndpoints(mode, bits);
  const auto first = TakeIndexes(mode.index, mode.groups, partition, bits);
  const bool two = mode.second_index != 0;
  const auto second = two ? TakeIndexes(mode.second_index, 1, 0, bits) : first;
  for (unsigned i = 0; i < kDdsTexels; ++i) {
    unsigned color = DdsWeight(first[i], mode.index);
    unsigned alpha = two ? DdsWeight(second[i], mode.second_index) : color;
    if (swapped) std::swap(color, alpha);
    const unsigned group = DdsGroupOf(mode.groups, partition, i);
    const Channels &a = ends[2 * group], &b = ends[2 * group + 1];
    block[i] = {Between(a[0], b[0], color), Between(a[1], b[1], color), Between(a[2], b[2], color),
                Between(a[3], b[3], alpha)};
    Rotate(rotation, block[i]);
  }
}

}  // namespace lodestone::coders
