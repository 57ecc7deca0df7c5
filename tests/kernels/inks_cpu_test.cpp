// Colours from inks and back, in whole numbers, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "kernels/color/color_cpu.hpp"
#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;
using Samples = std::vector<QuantumSample>;

constexpr std::uint64_t kMax = kQuantumMax;
constexpr std::size_t kColumns = 257, kRows = 600, kOpacity = 3;

// Every pair of an ink and of black at 8 bits; else random ones, and the extremes.
Samples Inks() {
  Samples samples(kColumns * kRows * kChannels);
  std::mt19937 random(5);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto number = random();
    samples[i] = static_cast<QuantumSample>(number % 11 == 0   ? kMax
                                            : number % 11 == 1 ? number % 3
                                                               : number >> 7);
  }
  for (std::size_t i = 0; i < std::size_t{256} * 256; ++i) {
    samples[i * kChannels] = static_cast<QuantumSample>(i % 256 * (kMax / 255));
    samples[i * kChannels + kOpacity] = static_cast<QuantumSample>(i / 256 * (kMax / 255));
  }
  return samples;
}

Samples Changed(const Samples& from, MagickAccelerateColorFunction function) {
  Samples to(from.size());
  const MagickAccelerateColor color{function, {}, true, true};
  const std::size_t stride = kColumns * kChannels;
  ColorBand({{{from.data(), kColumns, kRows, stride},
              {to.data(), kColumns, kRows, stride},
              Channels::kPlain,
              color}},
            0, kRows);
  return to;
}

TEST(Inks, AreWhatTheColoursLack) {
  const Samples from = Inks();
  OnEveryTarget([&] {
    const Samples to = Changed(from, MagickAccelerateStoreCmyk);
    for (std::size_t i = 0; i < to.size(); i += kChannels) {
      for (std::size_t s = 0; s < kOpacity; ++s) ASSERT_EQ(kMax - from[i + s], to[i + s]) << i;
      ASSERT_EQ(*std::min_element(&to[i], &to[i + kOpacity]), to[i + kOpacity]) << i;
    }
  });
}

TEST(Inks, GiveExactlyRoundedColours) {
  const Samples from = Inks();
  OnEveryTarget([&] {
    const Samples to = Changed(from, MagickAccelerateReadCmyk);
    for (std::size_t i = 0; i < to.size(); i += kChannels) {
      const std::uint64_t light = kMax - from[i + kOpacity];
      for (std::size_t s = 0; s < kOpacity; ++s)
        ASSERT_EQ(((kMax - from[i + s]) * light + kMax / 2) / kMax, to[i + s])
            << from[i + s] << " " << from[i + kOpacity];
      ASSERT_EQ(0u, to[i + kOpacity]) << i;
    }
  });
}

}  // namespace
}  // namespace lodestone::kernels
