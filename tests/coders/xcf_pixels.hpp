// Layers of one pixel, and what their composition is expected to be.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/coders/xcf_builder.hpp"

namespace lodestone::coders::test {

inline constexpr unsigned kNormal = 28, kOldNormal = 0, kPassThrough = 61;

using Color = std::array<double, 4>;  // red, green, blue, alpha

// One pixel.
inline XcfPart Pixel(const Bytes& samples, unsigned mode, const XcfProperties& more = {}) {
  XcfPart part;
  part.columns = part.rows = 1;
  part.tiles = {samples};
  part.properties = {{7, Big(mode)}};
  part.properties.insert(part.properties.end(), more.begin(), more.end());
  return part;
}

inline XcfPart Group(unsigned mode, const XcfProperties& more = {}) {
  XcfPart part = Pixel({0, 0, 0, 0}, mode, more);
  part.properties.push_back({29, {}});
  return part;
}

inline XcfPart Within(XcfPart part, const std::vector<unsigned>& path) {
  Bytes payload;
  for (const unsigned number : path) PutBytes(payload, Big(number));
  part.properties.push_back({30, payload});
  return part;
}

inline Color Composed(const std::vector<XcfPart>& layers) {
  Xcf xcf;
  xcf.version = 10;
  xcf.columns = xcf.rows = 1;
  xcf.layers = layers;
  Exception exception;
  const ImageHandle image = ReadBytes("XCF", xcf.File(), exception);
  EXPECT_TRUE(image) << exception.Text();
  if (!image) return {};
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  Color color;
  for (std::size_t i = 0; i < 4; ++i) color[i] = samples[i] / 65535.0;
  return color;
}

inline Color ColorOf(const Bytes& samples) {
  Color color;
  for (std::size_t i = 0; i < 4; ++i) color[i] = samples[i] / 255.0;
  return color;
}

inline double Decoded(double v) {
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}
inline double Encoded(double v) {
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

inline void ExpectNear(const Color& found, const Color& expected) {
  const double step = QuantumDepth == 8 ? 1.01 / 255 : 3.0 / 65535;
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(found[i], std::clamp(expected[i], 0.0, 1.0), step) << i;
}

inline const Bytes kBelow = {200, 90, 30, 255}, kAbove = {60, 180, 250, 255};

}  // namespace lodestone::coders::test
