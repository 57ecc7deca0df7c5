// Colours looked up in cubes, against sums over the eight corners.
#include "kernels/lut3d/lut3d_cpu.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

namespace lodestone::kernels {
namespace {

using Samples = std::vector<QuantumSample>;

constexpr std::uint64_t kMax = kQuantumMax, kWhole = kMax * kMax * kMax;
constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr std::size_t kRed = kLittle ? 2 : 0, kGreen = 1, kBlue = kLittle ? 0 : 2, kOpacity = 3;

Samples RandomSamples(std::size_t pixels, unsigned seed) {
  Samples samples(pixels * kChannels);
  std::mt19937 random(seed);
  for (QuantumSample& sample : samples) {
    const auto number = random();
    sample = static_cast<QuantumSample>(number % 5 == 0   ? kMax
                                        : number % 5 == 1 ? number % 2
                                                          : number >> 9);
  }
  return samples;
}

// The share of a corner along an edge, in kMaxths: less, the nearer its place is.
std::uint64_t ShareOf(std::uint64_t corner, std::uint64_t sample, std::uint64_t side) {
  const std::uint64_t place = sample * (side - 1), there = corner * kMax;
  const std::uint64_t away = place < there ? there - place : place - there;
  return away < kMax ? kMax - away : 0;
}

// Of all corners of the cube. Sums are exact: they stay below 2^64.
std::uint64_t SumAt(const Samples& cube, std::uint64_t side, const QuantumSample* pixel,
                    std::size_t color) {
  std::uint64_t sum = 0;
  for (std::uint64_t blue = 0; blue < side; ++blue)
    for (std::uint64_t green = 0; green < side; ++green)
      for (std::uint64_t red = 0; red < side; ++red)
        sum += ShareOf(red, pixel[kRed], side) * ShareOf(green, pixel[kGreen], side) *
               ShareOf(blue, pixel[kBlue], side) *
               cube[((blue * side + green) * side + red) * kChannels + color];
  return sum;
}

Samples LookedUp(const Samples& from, std::size_t columns, const Samples& cube, std::size_t edge) {
  Samples to(from.size());
  const std::size_t rows = from.size() / kChannels / columns, stride = columns * kChannels;
  const Lut3dWork work{{from.data(), columns, rows, stride},
                       {to.data(), columns, rows, stride},
                       {cube.data(), edge, edge, edge * kChannels}};
  Lut3dBand(work, 0, rows / 2);
  Lut3dBand(work, rows / 2, rows);
  return to;
}

TEST(Cube, ColoursAreInterpolatedBetweenCorners) {
  for (const std::uint64_t level : {2u, 3u}) {
    const std::uint64_t side = level * level, edge = side * level;
    const Samples cube = RandomSamples(edge * edge, 1),
                  from = RandomSamples(std::size_t{37} * 9, 2);
    const Samples to = LookedUp(from, 37, cube, edge);
    for (std::size_t i = 0; i < from.size(); i += kChannels) {
      ASSERT_EQ(from[i + kOpacity], to[i + kOpacity]);
      for (std::size_t color = 0; color < kOpacity; ++color) {
        const std::uint64_t sum = SumAt(cube, side, &from[i], color),
                            found = to[i + color] * kWhole;
        ASSERT_LE(sum < found ? found - sum : sum - found, kWhole / 2) << level << " " << i;
      }
    }
  }
}

TEST(Cube, WhiteCornersGiveWhiteEverywhere) {
  const Samples white(std::size_t{27} * 27 * kChannels, static_cast<QuantumSample>(kMax));
  const Samples from = RandomSamples(1000, 3);
  const Samples to = LookedUp(from, 100, white, 27);
  for (std::size_t i = 0; i < from.size(); ++i)
    ASSERT_EQ(i % kChannels == kOpacity ? from[i] : kMax, to[i]);
}

TEST(Cube, ItsImageIsSquareAndItsEdgeIsACube) {
  EXPECT_EQ(4u, Lut3dSize(8, 8));
  EXPECT_EQ(9u, Lut3dSize(27, 27));
  EXPECT_EQ(256u * 256u, Lut3dSize(1 << 24, 1 << 24));
  for (const auto& [columns, rows] : {std::pair<std::uint64_t, std::uint64_t>{0, 0},
                                      {1, 1},
                                      {8, 27},
                                      {9, 9},
                                      {257 * 257 * 257, 257 * 257 * 257},
                                      {~std::uint64_t{0}, ~std::uint64_t{0}}})
    EXPECT_EQ(0u, Lut3dSize(columns, rows)) << columns;
}

}  // namespace
}  // namespace lodestone::kernels
