// The formulas that are installed, in C for one pixel at a time, against the kernels, whose vectors
// compute the same.
#include "tests/kernels/formulas.h"

#include <gtest/gtest.h>

#include <bit>
#include <iterator>
#include <random>
#include <vector>

#include "kernels/color/color_cpu.hpp"
#include "kernels/noise/noise_cpu.hpp"
#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;
using Samples = std::vector<QuantumSample>;

constexpr std::size_t kColumns = 61, kRows = 50, kStride = kColumns * kChannels;
constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr std::size_t kRed = kLittle ? 2 : 0, kGreen = 1, kBlue = kLittle ? 0 : 2, kOpacity = 3;

Samples RandomSamples() {
  Samples samples(kStride * kRows);
  std::mt19937 random(3);
  for (QuantumSample& sample : samples) {
    const auto number = random();
    sample = static_cast<QuantumSample>(number % 9 == 0   ? 0
                                        : number % 9 == 1 ? kQuantumMax
                                                          : number >> 7);
  }
  return samples;
}

template <class Rule>
Work<Rule> WorkOn(const Samples& from, Samples* to, const Rule& rule) {
  return {{from.data(), kColumns, kRows, kStride},
          {to->data(), kColumns, kRows, kStride},
          Channels::kPlain,
          rule};
}

TEST(Formulas, OfColours) {
  const Samples from = RandomSamples();
  for (int function = MagickAccelerateMatrix; function <= MagickAccelerateLuminance; ++function) {
    MagickAccelerateColor color{};
    color.function = static_cast<MagickAccelerateColorFunction>(function);
    color.has_alpha = 1;
    for (std::size_t i = 0; i < std::size(color.numbers); ++i)
      color.numbers[i] = 0.3f + 0.07f * static_cast<float>(i);
    Samples to(from.size());
    OnEveryTarget([&] {
      ColorBand({WorkOn(from, &to, color)}, 0, kRows);
      for (std::size_t i = 0; i < from.size(); i += kChannels) {
        const float pixel[] = {float(from[i + kRed]), float(from[i + kGreen]),
                               float(from[i + kBlue]), float(from[i + kOpacity])};
        float made[3];
        FormulaColor(color.function, color.numbers, pixel, made);
        ASSERT_EQ(made[0], to[i + kRed]) << function << " " << i;
        ASSERT_EQ(made[1], to[i + kGreen]) << function << " " << i;
        ASSERT_EQ(made[2], to[i + kBlue]) << function << " " << i;
      }
    });
  }
}

TEST(Formulas, OfNoise) {
  const Samples from = RandomSamples();
  for (int distribution = 0; distribution <= MagickAccelerateRandomNoise; ++distribution) {
    MagickAccelerateNoiseRule noise{};
    noise.distribution = static_cast<MagickAccelerateDistribution>(distribution);
    noise.samples = 1;
    noise.factor = 1.25f;
    noise.key[0] = 12345;
    noise.key[1] = 678;
    Samples to(from.size());
    OnEveryTarget([&] {
      NoiseBand(WorkOn(from, &to, noise), 0, kRows);
      for (unsigned y = 0; y < kRows; ++y)
        for (unsigned x = 0; x < kColumns; ++x) {
          unsigned words[4];
          FormulaRandom(x, y, noise.key, words);
          const std::size_t i = y * kStride + x * kChannels;
          ASSERT_EQ(FormulaNoise(noise.distribution, noise.factor, from[i], words[0], words[1]),
                    to[i])
              << distribution << " " << x << "," << y;
        }
    });
  }
}

}  // namespace
}  // namespace lodestone::kernels
