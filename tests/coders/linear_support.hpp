// Shared by the tests of formats that hold light.
#pragma once

#include <cmath>
#include <vector>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {

// The light of an sRGB sample, both from 0 to 1.
inline double LightOf(double sample) {
  return sample <= 0.04045 ? sample / 12.92 : std::pow((sample + 0.055) / 1.055, 2.4);
}

// Red, green, blue and alpha from 0 to 1.
inline std::vector<double> Samples(const Image* image) {
  std::vector<double> samples;
  for (const std::uint16_t sample : Rgba16(image)) samples.push_back(sample / 65535.0);
  return samples;
}

inline std::vector<double> LightOf(std::vector<double> samples) {
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (i % 4 != 3) samples[i] = LightOf(samples[i]);
  return samples;
}

inline double MostApart(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

// One step of a sample of the build.
inline constexpr double kStep = 1.0 / MaxRGB;

// ImageMagick's program, under the name that Debian gives it.
inline const char* ImageMagick() {
  return "convert-im6.q16";
}
// Debian has some formats in libmagickcore-6.q16-6-extra. `format` is a string literal.
#define SKIP_WITHOUT_IMAGEMAGICK(format)                                                 \
  if (!Runs(std::string(ImageMagick()) + " -list format | grep -q '^ *" format "[* ]'")) \
  GTEST_SKIP() << "convert-im6.q16 with " format " is not installed"

}  // namespace lodestone::coders::test
