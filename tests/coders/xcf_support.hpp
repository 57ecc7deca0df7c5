// What tests of XCF share.
#pragma once

#include <cstring>
#include <string>

#include "tests/coders/xcf_builder.hpp"

namespace lodestone::coders::test {

inline ImageHandle Decoded(const Xcf& xcf) {
  Exception exception;
  ImageHandle image = ReadBytes("XCF", xcf.File(), exception);
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

// Samples as bytes: red, green, blue, alpha.
using Values = std::vector<unsigned>;
inline Values SamplesOf(const Image* image) {
  Values samples;
  for (const std::uint16_t sample : Rgba16(image)) samples.push_back((sample + 128u) / 257);
  return samples;
}
inline Values SamplesOf(const Xcf& xcf) {
  const ImageHandle image = Decoded(xcf);
  return image ? SamplesOf(image.get()) : Values();
}

// Every fourth sample, from that one on.
inline Values Every(const Values& samples, std::size_t first) {
  Values values;
  for (std::size_t i = first; i < samples.size(); i += 4) values.push_back(samples[i]);
  return values;
}

inline XcfPart GrayPart(const Bytes& samples) {
  XcfPart part;
  part.type = 2;
  part.pixel_bytes = 1;
  part.tiles = {samples};
  return part;
}

inline Xcf Gray(const Bytes& samples = {10, 20, 30, 40}) {
  Xcf xcf;
  xcf.base = 1;
  xcf.layers = {GrayPart(samples)};
  return xcf;
}

inline XcfPart Rgba(unsigned columns, unsigned rows, const Bytes& samples) {
  XcfPart part;
  part.columns = columns;
  part.rows = rows;
  part.tiles = {samples};
  return part;
}

template <class Number>
Bytes BigNumber(Number number) {
  std::uint64_t bits = 0;
  if constexpr (sizeof number == 4) {
    std::uint32_t word;
    std::memcpy(&word, &number, 4);
    bits = word;
  } else {
    std::memcpy(&bits, &number, 8);
  }
  return Big(bits, sizeof number);
}

}  // namespace lodestone::coders::test
