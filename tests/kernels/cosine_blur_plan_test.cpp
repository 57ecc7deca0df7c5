// Kernels as series of cosines: how far they are from the kernel, and which kernels are none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/common/numeric.h"
#include "kernels/cosine_blur/series_plan.hpp"
#include "kernels/window/gaussian.hpp"

namespace lodestone::kernels {
namespace {

constexpr double kMax = LS_MAX;
// Of a sum of any samples, in quantum steps.
constexpr double kAllowed = LS_QUANTUM_DEPTH == 8 ? 0.02 : 0.2;
constexpr std::size_t kFewest = 97;

double LargestError(const std::vector<double>& taps, const CosineSeries& series) {
  const std::vector<double> half = SeriesTaps(series);
  double sum = 0.0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const std::size_t middle = taps.size() / 2, k = i < middle ? middle - i : i - middle;
    sum += std::abs(half[k] - taps[i]);
  }
  return sum * (kMax + 1.0) / 2.0;
}

TEST(SeriesPlan, FollowsGaussianKernels) {
  for (const double sigma : {13.0, 17.0, 24.0, 33.3, 50.0, 100.0, 260.0, 1000.0})
    for (const double radius : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}) {
      const std::vector<double> taps = BlurKernel(radius * sigma, sigma, 20001);
      const auto series = FitSeries(taps);
      ASSERT_EQ(taps.size() >= kFewest, series.has_value()) << sigma << ", " << radius;
      if (!series) continue;
      EXPECT_EQ(taps.size() / 2, series->reach);
      EXPECT_LE(series->amplitudes.size(), 8u);
      EXPECT_LE(LargestError(taps, *series), kAllowed * 1.01) << sigma << ", " << radius;
    }
}

TEST(SeriesPlan, FollowsBoxes) {
  const std::vector<double> taps(333, 1.0 / 333.0);
  const auto series = FitSeries(taps);
  ASSERT_TRUE(series);
  EXPECT_LE(LargestError(taps, *series), kAllowed);
}

TEST(SeriesPlan, LeavesOtherTapsAlone) {
  std::vector<double> taps = BlurKernel(0.0, 40.0, 20001);
  std::vector<double> lopsided = taps;
  lopsided[3] *= 1.0 + 1e-9;
  EXPECT_FALSE(FitSeries(lopsided));
  std::vector<double> even = taps;
  even.pop_back();
  EXPECT_FALSE(FitSeries(even));
  // A tip, and an edge.
  std::vector<double> triangle(201);
  for (int i = 0; i < 201; ++i) triangle[std::size_t(i)] = (101.0 - std::abs(i - 100)) / 10201.0;
  EXPECT_FALSE(FitSeries(triangle));
  std::vector<double> peak(201, 1.0 / 301.0);
  peak[100] += 100.0 / 301.0;
  EXPECT_FALSE(FitSeries(peak));
  EXPECT_FALSE(FitSeries(std::vector<double>(kFewest - 2, 1.0 / double(kFewest - 2))));
  EXPECT_FALSE(FitSeries({}));
}

// Many more terms would be needed.
TEST(SeriesPlan, LeavesVeryNarrowGaussiansInWideWindowsAlone) {
  EXPECT_FALSE(FitSeries(BlurKernel(2000.0, 20.0, 20001)));
}

TEST(SeriesPlan, SmallImagesAreSummed) {
  const std::vector<double> taps = BlurKernel(0.0, 40.0, 20001);
  const auto fewest = static_cast<std::uint32_t>(kFewest);
  EXPECT_TRUE(PlanSeries(fewest, fewest, taps, taps, true));
  EXPECT_FALSE(PlanSeries(fewest - 1, 1000, taps, taps, true));
  EXPECT_FALSE(PlanSeries(1000, fewest - 1, taps, taps, true));
}

TEST(SeriesPlan, BothAxesHaveAsManyTerms) {
  const std::vector<double> box(301, 1.0 / 301.0);
  const std::vector<double> narrow = BlurKernel(240.0, 48.0, 20001);  // which takes more terms
  const auto plan = PlanSeries(400, 300, box, narrow, false);
  ASSERT_TRUE(plan);
  EXPECT_EQ(8u, plan->terms);
  EXPECT_EQ(150u, plan->reach_across);
  EXPECT_EQ(240u, plan->reach_down);
  EXPECT_EQ(SeriesNumbers(150, 8, 400) + SeriesNumbers(240, 8, 300), plan->numbers.size());
}

// Cut at the edges of an image, the taps inside count for all.
TEST(SeriesPlan, ScalesNormaliseWhatIsInside) {
  constexpr std::uint32_t kColumns = 140, kRows = 130;
  const std::vector<double> taps = BlurKernel(100.0, 60.0, 20001);
  const std::vector<double> half = SeriesTaps(*FitSeries(taps));
  for (const bool cut : {true, false}) {
    const auto plan = PlanSeries(kColumns, kRows, taps, taps, cut);
    ASSERT_TRUE(plan);
    const float* scales = plan->numbers.data() + LS_SERIES_SCALES(plan->reach_across, plan->terms);
    for (int i = 0; i < int{kColumns}; ++i) {
      double inside = 0.0;
      for (int k = -100; k <= 100; ++k)
        if (!cut || (i + k >= 0 && i + k < int{kColumns})) inside += half[std::size_t(std::abs(k))];
      ASSERT_NEAR(1.0, double{scales[i]} * inside, 1e-7) << i;
    }
  }
}

}  // namespace
}  // namespace lodestone::kernels
