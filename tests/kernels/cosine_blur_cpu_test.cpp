// Sums over wide kernels on every instruction set: equal to a restatement of the rules, bit for
// bit, and close to sums in double over the taps that the series stands for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/cosine_blur/cosine_blur_cpu.hpp"
#include "kernels/cosine_blur/series_plan.hpp"
#include "kernels/window/border.hpp"
#include "kernels/window/gaussian.hpp"
#include "tests/kernels/every_target.hpp"
#include "tests/support/series_oracle.hpp"

namespace lodestone::kernels {
namespace {

using lodestone::test::SeriesOf;
using Samples = std::vector<QuantumSample>;

Samples RandomSamples(std::size_t count) {
  std::mt19937 random(11);
  Samples samples(count);
  for (QuantumSample& sample : samples)
    sample = static_cast<QuantumSample>(random() % 4 == 0 ? kQuantumMax : random());
  return samples;
}

struct Sums {
  std::uint32_t columns, rows;
  Channels channels;
  Border border;
  SeriesPlan plan;

  BorderMap map =
      BuildBorderMap(border, columns, rows,
                     {plan.reach_across, plan.reach_across, plan.reach_down, plan.reach_down});
  Samples source = RandomSamples(std::size_t{columns} * rows * SamplesOf(channels));

  std::size_t stride() const { return columns * SamplesOf(channels); }
  MagickAccelerateCosineSeries rule = {plan.terms, {plan.reach_across, plan.reach_down}};
  const float* down() const {
    return plan.numbers.data() + SeriesNumbers(plan.reach_across, plan.terms, columns);
  }
  CosineBlurWork Into(Samples& result) const {
    return {{{source.data(), columns, rows, stride()}, map.view(), channels, {}},
            {result.data(), columns, rows, stride()},
            rule,
            plan.numbers.data()};
  }
  Samples Expected() const {
    const std::size_t samples = SamplesOf(channels);
    Samples expected(source.size());
    for (std::size_t s = 0; s < samples; ++s) {
      if (s == 3 && channels == Channels::kOpaque) continue;
      const Samples plane = SeriesOf<QuantumSample>(
          {source.data() + s, columns, rows, samples, stride()},
          {plan.numbers.data(), plan.terms, plan.reach_across},
          {down(), plan.terms, plan.reach_down}, map.columns.data(), map.rows.data());
      for (std::size_t i = 0; i < plane.size(); ++i) expected[i * samples + s] = plane[i];
    }
    return expected;
  }
};

CosineSeries AnySeries(std::uint32_t reach, bool many) {
  CosineSeries series{reach, {0.5f, 0.25f, 0.125f}, 0.02 + 1.0 / (reach + 1)};
  if (many) series.amplitudes.insert(series.amplitudes.end(), {0.06f, -0.03f, 0.01f, 0.02f});
  return series;
}

// In bands of so many rows, which leave each other's rows alone.
void ExpectSums(const Sums& sums, std::size_t band) {
  const Samples expected = sums.Expected();
  test::OnEveryTarget([&] {
    Samples result(expected.size());
    const CosineBlurWork work = sums.Into(result);
    for (std::size_t begin = 0; begin < sums.rows; begin += band) {
      const std::size_t end = std::min<std::size_t>(sums.rows, begin + band);
      std::fill(result.begin(), result.end(), QuantumSample{77});
      CosineBlurBand(work, begin, end);
      Samples whole(expected.size(), QuantumSample{77});
      std::copy(expected.begin() + static_cast<std::ptrdiff_t>(begin * sums.stride()),
                expected.begin() + static_cast<std::ptrdiff_t>(end * sums.stride()),
                whole.begin() + static_cast<std::ptrdiff_t>(begin * sums.stride()));
      ASSERT_EQ(whole, result) << sums.columns << "x" << sums.rows << " in bands of " << band
                               << " from " << begin;
    }
  });
}

TEST(Series, EqualsItsRulesAtOddSizes) {
  constexpr std::uint32_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
  constexpr std::uint32_t kReaches[] = {0, 1, 5, 15, 16, 40, 63, 64, 130};
  constexpr Border kBorders[] = {Border::kConstant, Border::kEdge, Border::kMirror,
                                 Border::kReflect101};
  std::mt19937 random(5);
  for (const Channels channels : {Channels::kOpaque, Channels::kPlain, Channels::kGrey})
    for (const std::uint32_t columns : kSizes) {
      const std::uint32_t rows = kSizes[random() % std::size(kSizes)];
      const Border border = kBorders[random() % std::size(kBorders)];
      const CosineSeries across = AnySeries(kReaches[random() % 9], random() % 2 == 0);
      const CosineSeries down = AnySeries(kReaches[random() % 9], false);
      const Sums sums{columns, rows, channels, border,
                      LayOutSeries(across, down, columns, rows, border == Border::kConstant)};
      ASSERT_NO_FATAL_FAILURE(ExpectSums(sums, rows));
    }
}

// Waves begin afresh in the middle of both directions, and bands do not begin there.
TEST(Series, EqualsItsRulesInBands) {
  for (const Channels channels : {Channels::kPlain, Channels::kGrey})
    for (const std::size_t band : {256u, 100u, 257u, 16u}) {
      const Sums sums{70, 530, channels, Border::kEdge,
                      LayOutSeries(AnySeries(9, true), AnySeries(33, true), 70, 530, false)};
      ASSERT_NO_FATAL_FAILURE(ExpectSums(sums, band));
    }
  const Sums wide{1030, 20, Channels::kOpaque, Border::kConstant,
                  LayOutSeries(AnySeries(50, false), AnySeries(3, false), 1030, 20, true)};
  ExpectSums(wide, 20);
}

// What taps in double give at a place of the image, those inside normalised.
double SumOfTaps(const Sums& sums, const std::vector<double>& taps, int x, int y) {
  const int reach = static_cast<int>(taps.size() / 2);
  double sum = 0.0, weights = 0.0;
  for (int i = -reach; i <= reach; ++i)
    for (int j = -reach; j <= reach; ++j) {
      if (x + i < 0 || x + i >= int(sums.columns) || y + j < 0 || y + j >= int(sums.rows)) continue;
      const double weight = taps[std::size_t(i + reach)] * taps[std::size_t(j + reach)];
      weights += weight;
      sum += weight * sums.source[std::size_t(y + j) * sums.stride() + std::size_t(x + i)];
    }
  return sum / weights;
}

// Black and white, in stripes as wide as the kernel and in gradients: rounding errors add up there.
TEST(Series, StaysCloseToSumsOfTaps) {
  constexpr std::uint32_t kColumns = 600, kRows = 300;
  constexpr double kAllowed = LS_QUANTUM_DEPTH == 8 ? 0.55 : 1.0;  // half a step is rounding
  const std::vector<double> taps = BlurKernel(0.0, 30.0, 20001);
  const auto plan = PlanSeries(kColumns, kRows, taps, taps, true);
  ASSERT_TRUE(plan);
  Sums sums{kColumns, kRows, Channels::kGrey, Border::kConstant, *plan};
  for (std::size_t y = 0; y < kRows; ++y)
    for (std::size_t x = 0; x < kColumns; ++x) {
      const bool stripe = (x / 111 + y / 97) % 2 != 0;
      sums.source[y * kColumns + x] = static_cast<QuantumSample>(
          y < 150 ? (stripe ? kQuantumMax : 0u) : kQuantumMax * x / (kColumns - 1));
    }
  test::OnEveryTarget([&] {
    Samples result(sums.source.size());
    CosineBlurBand(sums.Into(result), 0, kRows);
    for (int y = 0; y < int{kRows}; y += 37)
      for (int x = 0; x < int{kColumns}; x += 31)
        ASSERT_NEAR(SumOfTaps(sums, taps, x, y), result[std::size_t(y) * kColumns + std::size_t(x)],
                    kAllowed)
            << x << "," << y;
  });
}

// A flat image stays as it is, to the edges.
TEST(Series, LeavesFlatImagesAlone) {
  const std::vector<double> taps = BlurKernel(0.0, 45.0, 20001);
  const auto plan = PlanSeries(290, 310, taps, taps, true);
  ASSERT_TRUE(plan);
  Sums sums{290, 310, Channels::kGrey, Border::kConstant, *plan};
  for (const unsigned level : {0u, 1u, kQuantumMax / 3, kQuantumMax / 2, kQuantumMax}) {
    std::fill(sums.source.begin(), sums.source.end(), static_cast<QuantumSample>(level));
    Samples result(sums.source.size());
    CosineBlurBand(sums.Into(result), 0, 310);
    EXPECT_EQ(sums.source, result) << level;
  }
}

}  // namespace
}  // namespace lodestone::kernels
