// Minify and magnify against slow floating-point references.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "kernels/resample/cpu/fixed_factor.hpp"

namespace lodestone::kernels {
namespace {

constexpr std::size_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

struct RawImage {
  std::size_t columns, rows;
  std::vector<QuantumSample> samples;

  RawImage(std::size_t c, std::size_t r) : columns(c), rows(r), samples(c * r * kChannels) {}
  QuantumSample At(long x, long y, std::size_t channel) const {
    x = std::clamp<long>(x, 0, static_cast<long>(columns) - 1);
    y = std::clamp<long>(y, 0, static_cast<long>(rows) - 1);
    return samples[(y * columns + x) * kChannels + channel];
  }
  SourceView source() const { return {samples.data(), columns, rows, columns * kChannels}; }
  DestinationView destination() { return {samples.data(), columns, rows, columns * kChannels}; }
};

RawImage RandomRawImage(std::size_t columns, std::size_t rows) {
  RawImage image(columns, rows);
  std::mt19937 random(static_cast<unsigned>(columns * 1000 + rows));
  for (QuantumSample& sample : image.samples) sample = static_cast<QuantumSample>(random());
  return image;
}

TEST(Minify, EqualsWeightedSum) {
  constexpr double weights[4][4] = {{3, 7, 7, 3}, {7, 15, 15, 7}, {7, 15, 15, 7}, {3, 7, 7, 3}};
  for (std::size_t columns : kSizes)
    for (std::size_t rows : kSizes) {
      const RawImage in = RandomRawImage(columns, rows);
      RawImage out(std::max<std::size_t>(columns / 2, 1), std::max<std::size_t>(rows / 2, 1));
      MinifyBand(in.source(), out.destination(), 0, out.rows);
      for (std::size_t y = 0; y < out.rows; ++y)
        for (std::size_t x = 0; x < out.columns; ++x)
          for (std::size_t c = 0; c < kChannels; ++c) {
            double sum = 0.0;
            for (int j = 0; j < 4; ++j)
              for (int i = 0; i < 4; ++i)
                sum += weights[j][i] *
                       in.At(2 * static_cast<long>(x) - 2 + i, 2 * static_cast<long>(y) - 2 + j, c);
            ASSERT_EQ(static_cast<QuantumSample>(sum / 128.0 + 0.5), out.At(x, y, c));
          }
    }
}

TEST(Magnify, EqualsMidpoints) {
  for (std::size_t columns : kSizes)
    for (std::size_t rows : kSizes) {
      const RawImage in = RandomRawImage(columns, rows);
      RawImage out(2 * columns, 2 * rows);
      MagnifyBand(in.source(), out.destination(), 0, out.rows);
      for (std::size_t y = 0; y < out.rows; ++y)
        for (std::size_t x = 0; x < out.columns; ++x)
          for (std::size_t c = 0; c < kChannels; ++c) {
            const long left = x / 2, top = y / 2;
            // As in GraphicsMagick, the last two rows are not interpolated.
            const bool midway = y % 2 == 1 && top + 2 < static_cast<long>(rows);
            const long right = left + x % 2, bottom = top + midway;
            const double mean = (double(in.At(left, top, c)) + in.At(right, top, c) +
                                 in.At(left, bottom, c) + in.At(right, bottom, c)) /
                                4.0;
            ASSERT_EQ(static_cast<QuantumSample>(mean + 0.5), out.At(x, y, c));
          }
    }
}

}  // namespace
}  // namespace lodestone::kernels
