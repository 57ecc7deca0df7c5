// OpenEXR: light as sRGB, by the rule, in double precision.
#include "tests/coders/exr_support.hpp"

namespace lodestone::coders::test {
namespace {

class ExrLight : public ExrTest {};

// Light as sRGB, by the rule, in double precision; at a build's last bit when it lies between two.
std::uint16_t SrgbOf(double light) {
  const double clipped = std::clamp(light, 0.0, 1.0);
  const double value =
      clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * std::pow(clipped, 1 / 2.4) - 0.055;
  const auto quantum = static_cast<Quantum>(value * MaxRGB + 0.5);
  return static_cast<std::uint16_t>(ScaleQuantumToShort(quantum));
}

HandMade LineOf(const std::vector<float>& light) {
  HandMade file;
  file.Header({{"Y", 1}}, static_cast<unsigned>(light.size()), 1);
  file.Number(0, 1);
  file.Lines(1, [&](unsigned) { return light; });
  return file;
}

// All that half can say from 0 to 1.
std::vector<float> HalvesToOne() {
  std::vector<float> halves;
  for (unsigned bits = 0; bits <= 0x3c00; ++bits) {
    const int exponent = static_cast<int>(bits >> 10);
    const double fraction = (bits & 0x3ff) / 1024.0;
    halves.push_back(static_cast<float>(exponent == 0 ? std::ldexp(fraction, -14)
                                                      : std::ldexp(1 + fraction, exponent - 15)));
  }
  return halves;
}

TEST_F(ExrLight, LightBecomesSrgb) {
  std::vector<float> light = HalvesToOne();
  for (int i = 0; i < 20000; ++i) light.push_back(static_cast<float>(i) / 19997.3f);
  light.push_back(-3);
  const ImageHandle image = Decoded(LineOf(light).bytes);
  EXPECT_NEAR(image->gamma, 1 / 2.2, 1e-4);
  EXPECT_TRUE(Profile(image.get(), "ICM").empty());
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  int rounded_otherwise = 0;
  for (std::size_t i = 0; i < light.size(); ++i) {
    const std::uint16_t expected = SrgbOf(light[i]);
    ASSERT_NEAR(samples[4 * i], expected, 65535 / MaxRGB) << light[i];
    if (samples[4 * i] != expected) ++rounded_otherwise;
  }
  EXPECT_LT(rounded_otherwise, 200);
}

// Half a step of 16-bit sRGB is at most 1.8e-5 of light, and 5.9e-7 where it is dark: from 1/512 on
// this is less than half a step of half.
TEST_F(ExrLight, HalfSurvivesSrgb) {
  if (QuantumDepth == 8) GTEST_SKIP() << "8 bits have fewer shades than half";
  const std::vector<float> light = HalvesToOne();
  const ImageHandle image = Decoded(LineOf(light).bytes);
  const Bytes again = Encoded(image, 75, "exr:type=half");
  const std::vector<std::uint16_t> second = Rgba16(Decoded(again).get());
  const std::vector<std::uint16_t> first = Rgba16(image.get());
  for (std::size_t i = 0; i < light.size(); ++i) {
    if (light[i] >= 1 / 512.0f)
      ASSERT_EQ(second[4 * i], first[4 * i]) << light[i];
    else
      ASSERT_LE(std::abs(second[4 * i] - first[4 * i]), 1) << light[i];
  }
}

TEST_F(ExrLight, PrimariesBecomeThoseOfSrgb) {
  HandMade file;
  file.Header({{"B", 1}, {"G", 1}, {"R", 1}}, 3, 1);
  // Those of ITU-R BT.2020.
  file.Attribute(
      "chromaticities", "chromaticities",
      HandMade::Numbers({HandMade::Float(0.708f), HandMade::Float(0.292f), HandMade::Float(0.170f),
                         HandMade::Float(0.797f), HandMade::Float(0.131f), HandMade::Float(0.046f),
                         HandMade::Float(0.3127f), HandMade::Float(0.3290f)}));
  file.Number(0, 1);
  file.Lines(1, [](unsigned) {
    return std::vector<float>{0.5f, 0.1f, 0.2f, 0.5f, 0.2f, 0.3f, 0.5f, 0.3f, INFINITY};
  });
  const ImageHandle image = Decoded(file.bytes);
  // The matrix of ITU-R BT.2087.
  const double matrix[3][3] = {
      {1.6605, -0.5876, -0.0728}, {-0.1246, 1.1329, -0.0083}, {-0.0182, -0.1006, 1.1187}};
  const double colors[2][3] = {{0.5, 0.5, 0.5}, {0.3, 0.2, 0.1}};
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t x = 0; x < 2; ++x)
    for (std::size_t i = 0; i < 3; ++i) {
      double light = 0;
      for (std::size_t j = 0; j < 3; ++j) light += matrix[i][j] * colors[x][j];
      EXPECT_NEAR(samples[4 * x + i], SrgbOf(light), 40 + 65535 / MaxRGB) << x << i;
    }
  EXPECT_EQ(samples[8], 65535);  // endless red
  EXPECT_EQ(samples[9], 0);
}

}  // namespace
}  // namespace lodestone::coders::test
