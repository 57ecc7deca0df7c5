// The CPU neighbourhood kernels against simple oracles, sample for sample, on every instruction set
// of this machine.
#include <gtest/gtest.h>

#include <span>

#include "kernels/window/convolve/convolve_cpu.hpp"
#include "kernels/window/despeckle/despeckle_cpu.hpp"
#include "kernels/common/finish.hpp"
#include "kernels/window/median/median_cpu.hpp"
#include "tests/kernels/neighborhood_support.hpp"

namespace lodestone::kernels {
namespace {

using oracle::RawImage;
using oracle::Surroundings;
using test::Describe;
using test::ExpectBands;
using test::kAllChannels;
using test::kArounds;
using test::kSizes;
using test::kUnweighted;
using test::RandomRawImage;
using test::RandomSurroundings;
using test::Source;

class WindowCpu : public testing::Test {
 protected:
  // All rows at once, one at a time, or an odd number.
  std::size_t BandRows() {
    constexpr std::size_t kRows[] = {0, 1, 5};
    return kRows[random_() % 3];
  }

  // Runs body(columns, rows, channels, surroundings) at all sizes, with every kind of channels and
  // every border.
  template <class Body>
  void ForAll(std::span<const Channels> kinds, Body&& body) {
    for (const std::uint32_t columns : kSizes)
      for (const std::uint32_t rows : kSizes)
        for (const Channels channels : kinds) {
          if (columns * rows > 20000 && channels != kinds[random_() % kinds.size()]) continue;
          body(columns, rows, channels, RandomSurroundings(kArounds[random_() % 4], random_));
          if (HasFatalFailure()) return;
        }
  }

  std::mt19937 random_{11};
};

std::vector<oracle::Tap> Matrix(int order, std::mt19937& random) {
  std::vector<oracle::Tap> taps;
  for (int dy = -order / 2; dy <= order / 2; ++dy)
    for (int dx = -order / 2; dx <= order / 2; ++dx) {
      const auto weight = static_cast<float>(static_cast<int>(random() % 9) - 3);
      taps.push_back({dx, dy, weight / static_cast<float>(order * order)});
    }
  return taps;
}

void ExpectConvolved(const RawImage& image, Channels channels, const Surroundings& surroundings,
                     const std::vector<oracle::Tap>& taps, std::size_t band_rows) {
  std::vector<std::int32_t> dx, dy;
  std::vector<float> weights;
  std::uint32_t reach = 0;
  for (const oracle::Tap& tap : taps) {
    dx.push_back(tap.dx);
    dy.push_back(tap.dy);
    weights.push_back(tap.weight);
    reach = std::max({reach, std::uint32_t(std::abs(tap.dx)), std::uint32_t(std::abs(tap.dy))});
  }
  const Source source(image, surroundings, channels, reach, reach, reach, reach);
  RawImage expected = channels == Channels::kWeighted
                          ? oracle::WeightedConvolved(image, surroundings, taps)
                          : oracle::Convolved(image, surroundings, taps);
  if (channels == Channels::kOpaque) oracle::ClearOpacity(expected);
  ExpectBands(
      expected, band_rows,
      [&](const DestinationView& destination, std::size_t begin, std::size_t end) {
        const auto count = static_cast<std::uint32_t>(taps.size());
        ConvolveBand({source.view(), {count, dx.data(), dy.data(), weights.data(), 0}, destination},
                     begin, end);
      },
      Describe(image, channels, surroundings) + " taps " + std::to_string(taps.size()));
}

TEST_F(WindowCpu, ConvolveEqualsOracle) {
  constexpr int kOrders[] = {1, 3, 5, 7, 9, 11};
  ForAll(kAllChannels, [&](std::uint32_t columns, std::uint32_t rows, Channels channels,
                           const Surroundings& surroundings) {
    const int order = columns * rows > 20000 ? 3 : kOrders[random_() % 6];
    ExpectConvolved(RandomRawImage(columns, rows, channels, random_), channels, surroundings,
                    Matrix(order, random_), BandRows());
  });
}

// Windows that are wider than the image, and many blocks of taps.
TEST_F(WindowCpu, ConvolveWithLargeMatrices) {
  for (const Channels channels : kAllChannels)
    for (const auto around : kArounds) {
      const RawImage image = RandomRawImage(19, 6, channels, random_);
      ExpectConvolved(image, channels, RandomSurroundings(around, random_), Matrix(31, random_),
                      BandRows());
      if (HasFatalFailure()) return;
    }
}

TEST_F(WindowCpu, ConvolveAlongLines) {
  for (const auto& [x, y] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {1, 2}, {-3, -1}, {-2, 3}})
    for (const Channels channels : kAllChannels) {
      std::vector<oracle::Tap> taps;
      for (int k = 0; k < 70; ++k)
        taps.push_back({k * x / 3, k * y / 3, 1.0f / static_cast<float>(k + 40)});
      ExpectConvolved(RandomRawImage(131, 41, channels, random_), channels,
                      RandomSurroundings(kArounds[random_() % 4], random_), taps, BandRows());
      if (HasFatalFailure()) return;
    }
}

// Windows with more rows than a thread keeps; rows longer than one summation block.
TEST_F(WindowCpu, ConvolveFarAway) {
  std::vector<oracle::Tap> taps;
  for (int k = -40; k < 40; ++k) taps.push_back({k * 37, k * -25, static_cast<float>(k) / 640.0f});
  ConvolveWork work;
  work.source.border = {1480, 1443, 975, 1000, nullptr, nullptr, {}};
  ASSERT_FALSE(KeepsWindowRows(work));
  for (const Channels channels : kAllChannels)
    for (const auto around : kArounds) {
      const std::uint32_t columns = channels == Channels::kGrey ? 4111 : 1031;
      ExpectConvolved(RandomRawImage(columns, 3, channels, random_), channels,
                      RandomSurroundings(around, random_), taps, BandRows());
      if (HasFatalFailure()) return;
    }
}

// Sums far beyond the range of an integer are clamped.
TEST_F(WindowCpu, ConvolveWithHugeWeights) {
  for (const float huge : {1e9f, -1e9f, 3e30f, -3e30f})
    ExpectConvolved(RandomRawImage(33, 5, Channels::kPlain, random_), Channels::kPlain,
                    RandomSurroundings(oracle::Around::kEdge, random_),
                    {{-1, 0, huge}, {0, 0, 1.0f}, {1, 0, -huge}}, 0);
}

TEST_F(WindowCpu, ConvolveWithNothingButZeros) {
  ExpectConvolved(RandomRawImage(33, 5, Channels::kPlain, random_), Channels::kPlain,
                  RandomSurroundings(oracle::Around::kTile, random_), {{-1, 0, 0.0f}}, 2);
}

void ExpectMedian(const RawImage& image, Channels channels, const Surroundings& surroundings,
                  std::uint32_t window, std::size_t band_rows) {
  const std::uint32_t reach = window / 2;
  const Source source(image, surroundings, channels, reach, reach, reach, reach);
  for (const bool inner : {false, true}) {
    RawImage expected = inner ? oracle::InnerMedian(image, surroundings, window)
                              : oracle::Median(image, surroundings, window);
    if (channels == Channels::kOpaque) oracle::ClearOpacity(expected);
    ExpectBands(
        expected, band_rows,
        [&](const DestinationView& destination, std::size_t begin, std::size_t end) {
          MedianBand({source.view(), window, destination, inner}, begin, end);
        },
        Describe(image, channels, surroundings) + " window " + std::to_string(window));
  }
}

TEST_F(WindowCpu, MedianEqualsOracle) {
  constexpr std::uint32_t kWindows[] = {1, 3, 5, 7, 9, 11};
  ForAll(kUnweighted, [&](std::uint32_t columns, std::uint32_t rows, Channels channels,
                          const Surroundings& surroundings) {
    const std::uint32_t window = kWindows[random_() % (columns * rows > 4000 ? 3 : 6)];
    ExpectMedian(RandomRawImage(columns, rows, channels, random_), channels, surroundings, window,
                 BandRows());
  });
}

// Medians at the ends of few values.
TEST_F(WindowCpu, MedianOfAlmostEqualSamples) {
  for (const std::uint32_t window : {3u, 5u, 9u, 17u}) {
    const RawImage image = oracle::Made(301, 37, 1, [&](long, long, long) {
      const std::uint32_t kind = random_() % (window * window);
      return kind < 2 ? static_cast<long>(random_() % 200) : 100L;
    });
    ExpectMedian(image, Channels::kGrey, RandomSurroundings(oracle::Around::kEdge, random_), window,
                 0);
    if (HasFatalFailure()) return;
  }
}

// Compare-exchanges that are right for samples of two values are right for all.
TEST_F(WindowCpu, MedianOfTwoValues) {
  for (const std::uint32_t window : {3u, 5u, 7u}) {
    const RawImage image = oracle::Made(
        301, 97, 1, [&](long, long, long) { return random_() % 2 ? oracle::kQuantumRange : 0L; });
    ExpectMedian(image, Channels::kGrey, RandomSurroundings(oracle::Around::kEdge, random_), window,
                 0);
    if (HasFatalFailure()) return;
  }
}

TEST_F(WindowCpu, MedianOfWideWindows) {
  for (const std::uint32_t window : {13u, 25u, 51u})
    for (const Channels channels : kUnweighted) {
      ExpectMedian(RandomRawImage(23, 7, channels, random_), channels,
                   RandomSurroundings(kArounds[random_() % 4], random_), window, BandRows());
      if (HasFatalFailure()) return;
    }
}

void ExpectDespeckled(const RawImage& image, Channels channels, std::size_t band_rows) {
  const Surroundings none{oracle::Around::kEdge, {}};
  const Source source(image, none, channels, 0, 0, 0, 0);
  RawImage expected = oracle::Despeckled(image);
  if (channels == Channels::kOpaque) oracle::ClearOpacity(expected);
  ExpectBands(
      expected, band_rows,
      [&](const DestinationView& destination, std::size_t begin, std::size_t end) {
        DespeckleBand(source.view().pixels, destination, channels, begin, end);
      },
      Describe(image, channels, none));
}

TEST_F(WindowCpu, DespeckleEqualsOracle) {
  ForAll(kUnweighted,
         [&](std::uint32_t columns, std::uint32_t rows, Channels channels, const Surroundings&) {
           ExpectDespeckled(RandomRawImage(columns, rows, channels, random_), channels,
                            rows > 100 ? 0 : BandRows());
         });
}

// Neighbours a step or two apart, where the hulls matter.
TEST_F(WindowCpu, DespeckleOfSmoothImages) {
  for (const Channels channels : kUnweighted)
    for (const std::size_t band_rows : {0, 37, 1}) {
      const long step = oracle::kQuantumRange / 255;
      const RawImage image =
          oracle::Made(150, 45, static_cast<long>(SamplesOf(channels)), [&](long x, long y, long) {
            const long wave = (x + 2 * y) / 7 % 240 * step;
            return wave + static_cast<long>(random_() % 6) * step + random_() % 3;
          });
      ExpectDespeckled(image, channels, band_rows);
      if (HasFatalFailure()) return;
    }
}

TEST_F(WindowCpu, FinishEqualsOracle) {
  ForAll(kUnweighted, [&](std::uint32_t columns, std::uint32_t rows, Channels channels,
                          const Surroundings& surroundings) {
    const RawImage image = RandomRawImage(columns, rows, channels, random_);
    RawImage result = RandomRawImage(columns, rows, channels, random_);
    if (channels == Channels::kOpaque) oracle::ClearOpacity(result);
    const oracle::Finish finish{static_cast<unsigned>(random_() % 16),
                                static_cast<unsigned>(random_() % 4),
                                static_cast<float>(random_() % 70) / 16.0f,
                                static_cast<float>(random_() % 4) * (kQuantumMax / 255.0f)};
    const Source source(image, surroundings, channels, 0, 0, 0, 0);
    ExpectBands(
        oracle::Finished(image, result, finish, channels == Channels::kOpaque), BandRows(),
        [&](const DestinationView& destination, std::size_t begin, std::size_t end) {
          const std::size_t width = columns * SamplesOf(channels);
          for (std::size_t y = begin; y < end; ++y)
            std::copy_n(result.values.begin() + static_cast<std::ptrdiff_t>(y * width), width,
                        destination.Row(y));
          FinishBand({finish.keep, finish.sharpen, finish.amount, finish.threshold}, channels,
                     source.view().pixels, destination, begin, end);
        },
        Describe(image, channels, surroundings) + " keep " + std::to_string(finish.keep));
  });
}

}  // namespace
}  // namespace lodestone::kernels
