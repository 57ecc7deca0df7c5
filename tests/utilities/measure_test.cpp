#include "utilities/measure/statistics.hpp"

#include <gtest/gtest.h>

namespace lodestone::bench {
namespace {

TEST(Statistics, MedianOfAnyOrderAndCount) {
  EXPECT_EQ(Median({}), 0);
  EXPECT_EQ(Median({7}), 7);
  EXPECT_EQ(Median({9, 1, 5}), 5);
  EXPECT_EQ(Median({8, 2, 4, 100}), 6);
}

TEST(Statistics, QuantilesLieBetweenNeighbours) {
  EXPECT_EQ(Quantile({10, 20, 30, 40, 50}, 0.25), 20);
  EXPECT_EQ(Quantile({0, 10}, 0.75), 7.5);
  EXPECT_EQ(Quantile({3, 1, 2}, 0), 1);
  EXPECT_EQ(Quantile({3, 1, 2}, 1), 3);
}

TEST(Statistics, SpreadIgnoresAnOutlier) {
  EXPECT_EQ(Spread({5, 5, 5}), 0);
  EXPECT_EQ(Spread({}), 0);
  EXPECT_DOUBLE_EQ(Spread({90, 100, 110, 95, 105}), 0.05);
  EXPECT_DOUBLE_EQ(Spread({90, 100, 5000, 95, 105}), 0.05);
}

}  // namespace
}  // namespace lodestone::bench
