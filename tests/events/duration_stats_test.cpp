#include "utilities/measure/duration_stats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace lodestone::cli {
namespace {

double SortedMedian(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

TEST(DurationStatsTest, IsExactForFewAndCloseForMany) {
  std::mt19937 random(7);
  std::lognormal_distribution<double> durations(2, 3);
  DurationStats stats;
  std::vector<double> values;
  for (int i = 0; i < 100000; ++i) {
    values.push_back(durations(random));
    stats.Add(values.back());
    if (i == 1 || i == 100 || i == 4000) {
      EXPECT_DOUBLE_EQ(stats.Median(), SortedMedian(values));
    }
  }
  EXPECT_NEAR(stats.Median() / SortedMedian(values), 1, 0.01);
  EXPECT_DOUBLE_EQ(stats.minimum(), *std::min_element(values.begin(), values.end()));
  EXPECT_DOUBLE_EQ(stats.maximum(), *std::max_element(values.begin(), values.end()));
  EXPECT_EQ(stats.count(), values.size());
}

// Slow and simple: between the two nearest ranks.
double SortedQuantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double rank = share * static_cast<double>(values.size() - 1);
  const double below = values[static_cast<std::size_t>(std::floor(rank))];
  const double above = values[static_cast<std::size_t>(std::ceil(rank))];
  return below + (above - below) * (rank - std::floor(rank));
}

TEST(DurationStatsTest, QuantilesAreExactForFewAndCloseForMany) {
  std::mt19937 random(8);
  std::lognormal_distribution<double> durations(0, 2);
  for (const std::size_t count : {1, 2, 3, 10, 101, 4096, 4097, 50000}) {
    DurationStats stats;
    std::vector<double> values;
    while (values.size() < count) stats.Add(values.emplace_back(durations(random)));
    for (const double share : {0.0, 0.01, 0.1, 0.25, 0.5, 0.9, 0.99, 1.0}) {
      const double expected = SortedQuantile(values, share);
      const bool exact = count <= DurationStats::kExactSamples || share == 0 || share == 1;
      EXPECT_NEAR(stats.Quantile(share) / expected, 1, exact ? 1e-12 : 0.01)
          << count << " " << share;
    }
  }
}

TEST(DurationStatsTest, MergingIsAddingOneByOne) {
  std::mt19937 random(9);
  std::lognormal_distribution<double> durations(0, 2);
  for (const int left : {0, 1, 3000, 9000}) {
    for (const int right : {0, 1, 3000, 9000}) {
      DurationStats a, b, all;
      for (int i = 0; i < left + right; ++i) {
        const double value = durations(random);
        (i < left ? a : b).Add(value);
        all.Add(value);
      }
      a.Merge(b);
      EXPECT_EQ(a.count(), all.count());
      EXPECT_NEAR(a.sum(), all.sum(), 1e-9 * all.sum());
      EXPECT_EQ(a.minimum(), all.minimum());
      EXPECT_EQ(a.maximum(), all.maximum());
      for (const double share : {0.1, 0.5, 0.99}) EXPECT_EQ(a.Quantile(share), all.Quantile(share));
    }
  }
}

TEST(DurationStatsTest, DurationsOfAllMagnitudesFit) {
  DurationStats stats;
  for (int i = 0; i < 5000; ++i) stats.Add(0);
  for (int i = 0; i < 5000; ++i) stats.Add(9e9);
  EXPECT_EQ(stats.Quantile(0.25), 0);
  EXPECT_NEAR(stats.Quantile(0.75), 9e9, 9e7);
}

TEST(DurationStatsTest, NothingIsZero) {
  const DurationStats stats;
  EXPECT_EQ(stats.Median(), 0);
  EXPECT_EQ(stats.Quantile(0.99), 0);
  EXPECT_EQ(stats.sum(), 0);
}

}  // namespace
}  // namespace lodestone::cli
