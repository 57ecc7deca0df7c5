#include <algorithm>
#include <cstdlib>

#include "base/on_first_use.hpp"
#include "coders/common/half.hpp"
#include "coders/dds/dds_blocks.hpp"

namespace lodestone::coders {
namespace {

// Endpoints w and x are of the first group, y and z of the second. The order of their bits: "gx04"
// are bits 0 to 4 of the green of x, "rwba" are bits 11 and 10 of the red of w.
struct Mode {
  unsigned groups;
  bool differences;  // of all endpoints but w
  unsigned width;
  std::array<unsigned, 3> other_widths;  // of red, green and blue of the other endpoints
  const char* order;
};

constexpr Mode kModes[] = {
    {2,
     true,
     10,
     {5, 5, 5},
     "gy44by44bz44rw09gw09bw09rx04gz44gy03gx04bz00gz03bx04bz11by03ry04bz22rz04bz33"},
    {2,
     true,
     7,
     {6, 6, 6},
     "gy55gz45rw06bz01by44gw06by55bz22gy44bw06bz33bz54rx05gy03gx05gz03bx05by03ry05rz05"},
    {2,
     true,
     11,
     {5, 4, 4},
     "rw09gw09bw09rx04rwaagy03gx03gwaabz00gz03bx03bwaabz11by03ry04bz22rz04bz33"},
    {2,
     true,
     11,
     {4, 5, 4},
     "rw09gw09bw09rx03rwaagz44gy03gx04gwaagz03bx03bwaabz11by03ry03bz00bz22rz03gy44bz33"},
    {2,
     true,
     11,
     {4, 4, 5},
     "rw09gw09bw09rx03rwaaby44gy03gx03gwaabz00gz03bx04bwaaby03ry03bz12rz03bz43"},
    {2,
     true,
     9,
     {5, 5, 5},
     "rw08by44gw08gy44bw08bz44rx04gz44gy03gx04bz00gz03bx04bz11by03ry04bz22rz04bz33"},
    {2,
     true,
     8,
     {6, 5, 5},
     "rw07gz44by44gw07bz22gy44bw07bz34rx05gy03gx04bz00gz03bx04bz11by03ry05rz05"},
    {2,
     true,
     8,
     {5, 6, 5},
     "rw07bz00by44gw07gy54bw07gz55bz44rx04gz44gy03gx05gz03bx04bz11by03ry04bz22rz04bz33"},
    {2,
     true,
     8,
     {5, 5, 6},
     "rw07bz11by44gw07by55gy44bw07bz54rx04gz44gy03gx04bz00gz03bx05by03ry04bz22rz04bz33"},
    {2,
     false,
     6,
     {6, 6, 6},
     "rw05gz44bz01by44gw05gy55by55bz22gy44bw05gz55bz33bz54rx05gy03gx05gz03bx05by03ry05rz05"},
    {1, false, 10, {10, 10, 10}, "rw09gw09bw09rx09gx09bx09"},
    {1, true, 11, {9, 9, 9}, "rw09gw09bw09rx08rwaagx08gwaabx08bwaa"},
    {1, true, 12, {8, 8, 8}, "rw09gw09bw09rx07rwbagx07gwbabx07bwba"},
    {1, true, 16, {4, 4, 4}, "rw09gw09bw09rx03rwfagx03gwfabx03bwfa"}};

// Where each bit of a mode goes.
struct Place {
  std::uint8_t endpoint, channel, bit;
};
struct Orders {
  std::array<std::vector<Place>, std::size(kModes)> places;
  Orders() {
    const auto digit = [](char c) { return c < 'a' ? c - '0' : c - 'a' + 10; };
    for (std::size_t mode = 0; mode < places.size(); ++mode) {
      for (const char* part = kModes[mode].order; *part != '\0'; part += 4) {
        const auto channel = static_cast<std::uint8_t>(part[0] == 'r' ? 0 : part[0] == 'g' ? 1 : 2);
        const auto endpoint = static_cast<std::uint8_t>(part[1] - 'w');
        const int last = digit(part[3]), step = last < digit(part[2]) ? -1 : 1;
        for (int bit = digit(part[2]); bit != last + step; bit += step)
          places[mode].push_back({endpoint, channel, static_cast<std::uint8_t>(bit)});
      }
    }
  }
};

using Ends = std::array<std::array<int, 3>, 4>;

// Nothing for the numbers that are no mode.
const Mode* TakeMode(DdsBits& bits, std::size_t& index) {
  const unsigned low = bits.Take(2);
  index = low;
  if (low >= 2) index = (low == 2 ? 2 : 10) + bits.Take(3);
  return index < std::size(kModes) ? &kModes[index] : nullptr;
}

int SignExtended(int value, unsigned width) {
  const int sign = 1 << (width - 1);
  return (value ^ sign) - sign;
}

Ends TakeEnds(const Mode& mode, std::size_t index, bool is_signed, DdsBits& bits) {
  static constinit OnFirstUse<Orders> orders;
  Ends ends = {};
  for (const Place& place : orders.Get().places[index])
    ends[place.endpoint][place.channel] |= static_cast<int>(bits.Take(1) << place.bit);
  for (std::size_t channel = 0; channel < 3; ++channel) {
    if (is_signed) ends[0][channel] = SignExtended(ends[0][channel], mode.width);
    for (std::size_t i = 1; i < ends.size(); ++i) {
      int& value = ends[i][channel];
      if (mode.differences || is_signed) value = SignExtended(value, mode.other_widths[channel]);
      if (!mode.differences) continue;
      value = (value + ends[0][channel]) & ((1 << mode.width) - 1);
      if (is_signed) value = SignExtended(value, mode.width);
    }
  }
  return ends;
}

// To 16 bits.
int Widened(int value, unsigned width, bool is_signed) {
  if (is_signed) {
    if (width >= 16) return value;
    const int size = std::abs(value), most = (1 << (width - 1)) - 1;
    const int wide = size == 0 ? 0 : size >= most ? 0x7fff : ((size << 15) + 0x4000) >> (width - 1);
    return value < 0 ? -wide : wide;
  }
  if (width >= 15 || value == 0) return value;
  return value == (1 << width) - 1 ? 0xffff : ((value << 15) + 0x4000) >> (width - 1);
}

// The numbers are those of halves, but for a factor.
float FromHalfBits(int value, bool is_signed) {
  const int size = is_signed ? std::abs(value) * 31 / 32 : value * 31 / 64;
  const float number = FloatOfHalf(static_cast<std::uint16_t>(size));
  return value < 0 ? -number : number;
}

}  // namespace

void DecodeBc6Block(bool is_signed, const std::uint8_t* bytes, DdsLightBlock& block) {
  DdsBits bits(bytes);
  std::size_t number = 0;
  const Mode* mode = TakeMode(bits, number);
  if (mode == nullptr) return block.fill({0, 0, 0});
  Ends ends = TakeEnds(*mode, number, is_signed, bits);
  for (auto& end : ends)
    for (int& value : end) value = Widened(value, mode->width, is_signed);
  const unsigned partition = mode->groups == 2 ? bits.Take(5) : 0;
  const unsigned width = mode->groups == 2 ? 3 : 4;
  for (unsigned i = 0; i < kDdsTexels; ++i) {
    const unsigned index = bits.Take(width - (IsDdsAnchor(mode->groups, partition, i) ? 1 : 0));
    const auto weight = static_cast<int>(DdsWeight(index, width));
    const std::size_t first = 2 * DdsGroupOf(mode->groups, partition, i);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const int a = ends[first][channel], b = ends[first + 1][channel];
      block[i][channel] = FromHalfBits((a * (64 - weight) + b * weight + 32) >> 6, is_signed);
    }
  }
}

}  // namespace lodestone::coders
