// Single colours, samples and matrices.
#include "magick/gem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "base/thread_pool.hpp"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Color {
  Quantum red, green, blue;
  bool operator==(const Color&) const = default;
};

std::vector<Color> SomeColors() {
  std::vector<Color> colors;
  const Quantum samples[] = {0, 1, MaxRGB / 3, MaxRGB / 2, MaxRGB - 1, MaxRGB};
  for (const Quantum red : samples)
    for (const Quantum green : samples)
      for (const Quantum blue : samples) colors.push_back({red, green, blue});
  return colors;
}

TEST(Gem, ColorsReturnFromHsl) {
  for (const Color& color : SomeColors()) {
    double hue, saturation, luminosity;
    TransformHSL(color.red, color.green, color.blue, &hue, &saturation, &luminosity);
    EXPECT_TRUE(hue >= 0 && hue <= 1 && saturation >= 0 && saturation <= 1);
    const auto [low, high] = std::minmax({color.red, color.green, color.blue});
    EXPECT_NEAR((low + high) / 2.0 / MaxRGB, luminosity, 1e-12);
    Color back{};
    HSLTransform(hue, saturation, luminosity, &back.red, &back.green, &back.blue);
    EXPECT_EQ(color, back);
  }
}

TEST(Gem, ColorsReturnFromHwb) {
  for (const Color& color : SomeColors()) {
    double hue, whiteness, blackness;
    TransformHWB(color.red, color.green, color.blue, &hue, &whiteness, &blackness);
    const auto [low, high] = std::minmax({color.red, color.green, color.blue});
    EXPECT_NEAR(low / MaxRGBDouble, whiteness, 1e-12);
    EXPECT_NEAR(1 - high / MaxRGBDouble, blackness, 1e-12);
    // A hue of 0 stands for grey, so pure red with equal green and blue is lost.
    Color back{};
    HWBTransform(hue, whiteness, blackness, &back.red, &back.green, &back.blue);
    EXPECT_TRUE(color == back || (hue == 0.0 && low != high));
  }
}

TEST(Gem, PrimaryColorsHaveTheirHues) {
  const std::pair<Color, double> kHues[] = {{{MaxRGB, 0, 0}, 0}, {{MaxRGB, MaxRGB, 0}, 1},
                                            {{0, MaxRGB, 0}, 2}, {{0, MaxRGB, MaxRGB}, 3},
                                            {{0, 0, MaxRGB}, 4}, {{MaxRGB, 0, MaxRGB}, 5}};
  for (const auto& [color, sixths] : kHues) {
    double hue, saturation, luminosity;
    TransformHSL(color.red, color.green, color.blue, &hue, &saturation, &luminosity);
    EXPECT_NEAR(sixths / 6, std::fmod(hue, 1.0), 1e-12);
    EXPECT_EQ(1.0, saturation);
    EXPECT_EQ(0.5, luminosity);
  }
}

// The functions of images say the same of each pixel.
TEST(Gem, AreTheFunctionsOfImages) {
  const ImagePtr image = RandomImage(37, 5, Kind::kOpaque, 3);
  const std::vector<PixelPacket> before = Pixels(image.get());
  Exception exception;
  const ImagePtr modulated(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  ASSERT_EQ(MagickPass, ModulateImage(modulated.get(), "90,60,170"));
  ASSERT_EQ(MagickPass, ContrastImage(image.get(), 1));
  for (std::size_t i = 0; i < before.size(); ++i) {
    Color one{before[i].red, before[i].green, before[i].blue}, other = one;
    Contrast(1, &one.red, &one.green, &one.blue);
    const PixelPacket contrasted = Pixels(image.get())[i];
    EXPECT_NEAR(contrasted.red, one.red, 1);
    EXPECT_NEAR(contrasted.green, one.green, 1);
    EXPECT_NEAR(contrasted.blue, one.blue, 1);
    Modulate(170, 60, 90, &other.red, &other.green, &other.blue);
    const PixelPacket changed = Pixels(modulated.get())[i];
    EXPECT_NEAR(changed.red, other.red, 1);
    EXPECT_NEAR(changed.green, other.green, 1);
    EXPECT_NEAR(changed.blue, other.blue, 1);
  }
}

TEST(Gem, NumbersOutOfRangeEnd) {
  const double kStrange[] = {-kInfinity, -1e300, -7.3, -0.1, 1.0, 9.9, 1e19, kInfinity, kNan};
  for (const double a : kStrange)
    for (const double b : kStrange)
      for (const double c : kStrange) {
        Quantum red = 1, green = MaxRGB, blue = MaxRGB / 2;
        HSLTransform(a, b, c, &red, &green, &blue);
        HWBTransform(a, b, c, &red, &green, &blue);
        Modulate(a, b, c, &red, &green, &blue);
        Contrast(std::numeric_limits<int>::min(), &red, &green, &blue);
      }
  EXPECT_EQ(1.0, ExpandAffine(nullptr));
  EXPECT_EQ(0.0, GenerateDifferentialNoise(5, GaussianNoise, nullptr));
  IdentityAffine(nullptr);
  double number = 5.0;
  Quantum sample = 5;
  TransformHSL(1, 2, 3, &number, nullptr, &number);
  TransformHWB(1, 2, 3, nullptr, &number, &number);
  HSLTransform(0, 0, 0, &sample, nullptr, &sample);
  HWBTransform(0, 0, 0, &sample, &sample, nullptr);
  Contrast(1, nullptr, &sample, &sample);
  Modulate(1, 1, 1, nullptr, &sample, &sample);
  EXPECT_EQ(5.0, number);
  EXPECT_EQ(5, sample);
}

TEST(Gem, ExpansionIsTheRootOfTheArea) {
  AffineMatrix matrix{2.0, 0.0, 0.0, 8.0, 100.0, 100.0};
  EXPECT_DOUBLE_EQ(4.0, ExpandAffine(&matrix));
  IdentityAffine(&matrix);
  EXPECT_EQ(1.0, ExpandAffine(&matrix));
  EXPECT_EQ(0.0, matrix.rx + matrix.ry + matrix.tx + matrix.ty);
  matrix = {};
  EXPECT_EQ(1.0, ExpandAffine(&matrix));
}

// Mean and deviation of the noise at half of the range, in samples of 8 bits. Rare numbers stand
// for infinity in one distribution, and do not count.
struct Moments {
  double mean = 0.0, deviation = 0.0;
};

Moments MomentsOf(NoiseType type) {
  constexpr int kCount = 200000;
  MagickRandomKernel kernel = {12345, 6789};
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double noise =
        GenerateDifferentialNoise(ScaleCharToQuantum(128), type, &kernel) / (MaxRGBDouble / 255);
    if (std::fabs(noise) > 1000) continue;
    sum += noise;
    squares += noise * noise;
  }
  const double mean = sum / kCount;
  return {mean, std::sqrt(squares / kCount - mean * mean)};
}

TEST(Gem, NoiseHasItsDistribution) {
  const struct {
    NoiseType type;
    double deviation;
  } kKnown[] = {
      {UniformNoise, 4 / std::sqrt(12.0)},   {GaussianNoise, std::sqrt(16.0 * 128 + 400)},
      {MultiplicativeGaussianNoise, 64},     {ImpulseNoise, 127.5 * std::sqrt(0.1)},
      {LaplacianNoise, 10 * std::sqrt(2.0)}, {PoissonNoise, std::sqrt(20.0 * 128)},
      {RandomNoise, 257 / std::sqrt(12.0)},  {UndefinedNoise, 4 / std::sqrt(12.0)},
  };
  for (const auto& known : kKnown) {
    const Moments moments = MomentsOf(known.type);
    EXPECT_NEAR(0.0, moments.mean, 0.02 * known.deviation + 0.06) << known.type;
    EXPECT_NEAR(known.deviation, moments.deviation, 0.02 * known.deviation) << known.type;
  }
}

// States from which the generator gives the same number for ever.
TEST(Gem, NoiseOfAStuckGeneratorEnds) {
  MagickRandomKernel zero = {0, 0}, most = {0x9068ffff, 0x464fffff};
  for (int type = UniformNoise; type <= RandomNoise; ++type) {
    EXPECT_TRUE(
        std::isfinite(GenerateDifferentialNoise(MaxRGB, static_cast<NoiseType>(type), &zero)));
    EXPECT_TRUE(
        std::isfinite(GenerateDifferentialNoise(MaxRGB, static_cast<NoiseType>(type), &most)));
  }
}

TEST(Gem, NoisySamplesAreNearTheOriginal) {
  std::vector<int> seen;
  for (int i = 0; i < 100; ++i) {
    const Quantum noisy = GenerateNoise(ScaleCharToQuantum(100), UniformNoise);
    EXPECT_NEAR(ScaleCharToQuantum(100), noisy, 2 * ScaleCharToQuantum(1) + 1);
    seen.push_back(noisy);
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_LT(1, std::unique(seen.begin(), seen.end()) - seen.begin());
}

struct Planes {
  std::vector<Quantum> f, g;
};

Planes RandomPlanes(std::size_t count) {
  std::mt19937 random(7);
  Planes planes;
  for (std::size_t i = 0; i < count; ++i) {
    planes.f.push_back(static_cast<Quantum>(random() % (ScaleCharToQuantum(6))));
    planes.g.push_back(static_cast<Quantum>(random() % (ScaleCharToQuantum(6))));
  }
  return planes;
}

void SlowHull(Planes* planes, long offset, std::size_t columns, std::size_t rows, bool brighter) {
  const int step = brighter ? ScaleCharToQuantum(1) : -static_cast<int>(ScaleCharToQuantum(1));
  const auto far = [=](int from, int to) {
    return brighter ? to >= from + 2 * step : to <= from + 2 * step;
  };
  const auto each = [&](auto&& visit) {
    for (std::size_t y = 1; y <= rows; ++y)
      for (std::size_t x = 1; x <= columns; ++x) visit(static_cast<long>(y * (columns + 2) + x));
  };
  each([&](long i) {
    planes->g[i] =
        static_cast<Quantum>(planes->f[i] + (far(planes->f[i], planes->f[i + offset]) ? step : 0));
  });
  each([&](long i) {
    const int sample = planes->g[i], next = planes->g[i + offset];
    const bool beyond = brighter ? next > sample : next < sample;
    planes->f[i] =
        static_cast<Quantum>(sample + (beyond && far(sample, planes->g[i - offset]) ? step : 0));
  });
}

TEST(Gem, HullsAreExact) {
  for (const unsigned long columns : {1, 2, 7, 16, 255, 257})
    for (const long x : {-1, 0, 1})
      for (const int polarity : {-1, 1}) {
        const unsigned long rows = 300;
        Planes expected = RandomPlanes((columns + 2) * (rows + 2)), actual = expected;
        SlowHull(&expected, static_cast<long>(columns) + 2 + x, columns, rows, polarity > 0);
        Hull(x, 1, columns, rows, actual.f.data(), actual.g.data(), polarity);
        EXPECT_EQ(expected.f, actual.f);
        EXPECT_EQ(expected.g, actual.g);
      }
}

TEST(Gem, HullsRefuseOffsetsBeyondTheBorder) {
  Planes planes = RandomPlanes(25);
  const Planes before = planes;
  Hull(2, 0, 3, 3, planes.f.data(), planes.g.data(), 1);
  Hull(0, -2, 3, 3, planes.f.data(), planes.g.data(), 1);
  Hull(1, 0, 3, 3, nullptr, planes.g.data(), 1);
  Hull(1, 0, 0, 3, planes.f.data(), planes.g.data(), 1);
  EXPECT_EQ(before.f, planes.f);
  EXPECT_EQ(before.g, planes.g);
}

}  // namespace
}  // namespace lodestone::test
