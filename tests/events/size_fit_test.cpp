// Lines through times by size, and where they cross.
#include "utilities/events/report/size_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lodestone::cli {
namespace {

std::vector<SizePoint> PointsOf(double start_ms, double ms_per_megapixel,
                                const std::vector<double>& sizes, double noise = 0) {
  std::mt19937 random(3);
  std::normal_distribution<double> error(0, noise);
  std::vector<SizePoint> points;
  for (const double size : sizes) {
    const double ms = start_ms + ms_per_megapixel * size;
    points.push_back({size, ms * (noise > 0 ? std::exp(error(random)) : 1)});
  }
  return points;
}

const std::vector<double> kSizes = {0.01, 0.05, 0.2, 1, 4, 18, 70};

TEST(SizeFit, FindsTheLineItWasMadeOf) {
  for (const double start_ms : {0.0, 0.1, 3.0, 200.0}) {
    for (const double slope : {0.001, 0.5, 40.0}) {
      const auto fit = FitSizes(PointsOf(start_ms, slope, kSizes));
      ASSERT_TRUE(fit);
      EXPECT_NEAR(fit->start_ms, start_ms, 1e-6 * (start_ms + slope));
      EXPECT_NEAR(fit->ms_per_megapixel, slope, 1e-6 * (start_ms + slope));
      EXPECT_EQ(fit->smallest, 0.01);
      EXPECT_EQ(fit->largest, 70);
    }
  }
}

TEST(SizeFit, SmallSizesCountAsMuchAsLargeOnes) {
  const auto fit = FitSizes(PointsOf(0.3, 2, kSizes, 0.05));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->start_ms, 0.3, 0.06);
  EXPECT_NEAR(fit->ms_per_megapixel, 2, 0.2);
}

TEST(SizeFit, LiesAmongThePointsHoweverTheyScatter) {
  // Alternately twice and half of the line: with errors relative to the points, the low ones would
  // dominate.
  std::vector<SizePoint> points = PointsOf(1, 1, {0.01, 0.02, 0.04, 0.08, 8, 16, 32, 64});
  for (std::size_t i = 0; i < points.size(); ++i) points[i].milliseconds *= i % 2 == 0 ? 2 : 0.5;
  const auto fit = FitSizes(points);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->At(0.03), 1.25 * 1.03, 0.2);
  EXPECT_NEAR(fit->At(30), 1.25 * 31, 8);
}

TEST(SizeFit, NothingIsNegative) {
  const auto falling = FitSizes({{1, 10}, {2, 9}, {4, 3}});
  ASSERT_TRUE(falling);
  EXPECT_EQ(falling->ms_per_megapixel, 0);
  EXPECT_GT(falling->start_ms, 0);
  const auto steep = FitSizes({{1, 1}, {2, 10}, {4, 100}});
  ASSERT_TRUE(steep);
  EXPECT_EQ(steep->start_ms, 0);
  EXPECT_GT(steep->ms_per_megapixel, 0);
}

TEST(SizeFit, OneSizeIsNoLine) {
  EXPECT_FALSE(FitSizes({}));
  EXPECT_FALSE(FitSizes({{1, 5}}));
  EXPECT_FALSE(FitSizes({{1, 5}, {1, 6}}));
  EXPECT_FALSE(FitSizes({{1, 5}, {0, 6}, {2, 0}}));
}

TEST(Crossover, IsWhereTheLinesMeet) {
  const SizeFit processor{0, 10, 0.1, 20}, device{27, 1, 0.5, 30};
  const Crossover crossover = CrossoverOf(processor, device);
  EXPECT_EQ(crossover.kind, Crossover::Kind::kCross);
  EXPECT_DOUBLE_EQ(crossover.megapixels, 3);
  EXPECT_TRUE(crossover.first_faster_below);
  EXPECT_EQ(crossover.smallest, 0.5);
  EXPECT_EQ(crossover.largest, 20);
  EXPECT_FALSE(CrossoverOf(device, processor).first_faster_below);
  EXPECT_DOUBLE_EQ(CrossoverOf(device, processor).megapixels, 3);
}

TEST(Crossover, OnlyWhatWasMeasuredCounts) {
  const SizeFit processor{0, 10, 0.1, 2}, device{27, 1, 0.5, 30};
  EXPECT_EQ(CrossoverOf(processor, device).kind, Crossover::Kind::kFirstFaster);
  EXPECT_EQ(CrossoverOf(device, processor).kind, Crossover::Kind::kSecondFaster);
  const SizeFit elsewhere{0, 10, 40, 50};
  EXPECT_EQ(CrossoverOf(elsewhere, device).kind, Crossover::Kind::kNoCommonRange);
  EXPECT_EQ(CrossoverOf(device, device).kind, Crossover::Kind::kSame);
}

}  // namespace
}  // namespace lodestone::cli
