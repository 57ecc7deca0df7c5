#include "utilities/duration_stats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

TEST(DurationStatsTest, NothingIsZero) {
  const DurationStats stats;
  EXPECT_EQ(stats.Median(), 0);
  EXPECT_EQ(stats.sum(), 0);
}

}  // namespace
}  // namespace lodestone::cli
