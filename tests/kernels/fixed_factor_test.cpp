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

// Of pixels and their weights: what a channel becomes.
class Mean {
 public:
  explicit Mean(Channels channels) : weighted_(channels == Channels::kWeighted) {}

  void Add(const RawImage& image, long x, long y, std::size_t c, double weight) {
    const bool color = weighted_ && c != kChannels - 1;
    const double share = color ? weight * (kQuantumMax - image.At(x, y, kChannels - 1)) : weight;
    sum_ += share * image.At(x, y, c);
    weights_ += share;
  }
  QuantumSample value() const {
    return static_cast<QuantumSample>(weights_ > 0.0 ? sum_ / weights_ + 0.5 : 0.0);
  }

 private:
  const bool weighted_;
  double sum_ = 0.0, weights_ = 0.0;
};

// Calls body(image, channels, x, y, c, what the result has there).
template <class Body>
void ForAllResults(decltype(MinifyBand)* run, bool doubles, Body&& body) {
  for (std::size_t columns : kSizes)
    for (std::size_t rows : kSizes)
      for (const Channels channels : {Channels::kOpaque, Channels::kPlain, Channels::kWeighted}) {
        const RawImage in = RandomRawImage(columns, rows);
        const auto sized = [&](std::size_t side) {
          return doubles ? 2 * side : std::max<std::size_t>(side / 2, 1);
        };
        RawImage out(sized(columns), sized(rows));
        run(in.source(), out.destination(), channels, 0, out.rows);
        for (std::size_t y = 0; y < out.rows; ++y)
          for (std::size_t x = 0; x < out.columns; ++x)
            for (std::size_t c = 0; c < kChannels; ++c)
              ASSERT_EQ(body(in, channels, static_cast<long>(x), static_cast<long>(y), c),
                        out.At(static_cast<long>(x), static_cast<long>(y), c))
                  << columns << "x" << rows << " at " << x << "," << y << " sample " << c;
      }
}

TEST(Minify, EqualsWeightedSum) {
  constexpr double weights[4][4] = {{3, 7, 7, 3}, {7, 15, 15, 7}, {7, 15, 15, 7}, {3, 7, 7, 3}};
  ForAllResults(MinifyBand, false,
                [&](const RawImage& in, Channels channels, long x, long y, std::size_t c) {
                  Mean mean(channels);
                  for (int j = 0; j < 4; ++j)
                    for (int i = 0; i < 4; ++i)
                      mean.Add(in, 2 * x - 2 + i, 2 * y - 2 + j, c, weights[j][i]);
                  return mean.value();
                });
}

TEST(Magnify, EqualsMidpoints) {
  ForAllResults(MagnifyBand, true,
                [&](const RawImage& in, Channels channels, long x, long y, std::size_t c) {
                  const long left = x / 2, top = y / 2;
                  // As in GraphicsMagick, the last two rows are not interpolated.
                  const bool midway = y % 2 == 1 && top + 2 < static_cast<long>(in.rows);
                  const long right = left + x % 2, bottom = top + midway;
                  Mean mean(channels);
                  for (const long row : {top, bottom})
                    for (const long column : {left, right}) mean.Add(in, column, row, c, 1.0);
                  return mean.value();
                });
}

}  // namespace
}  // namespace lodestone::kernels
