#include "bench/roofline.hpp"

#include <gtest/gtest.h>

namespace lodestone::bench {
namespace {

Row MakeRow(double factor, double support, bool alpha) {
  return {"row", "Row", Operation::kLanczos, factor, alpha, Goal::kBeatPeers, support, {0, 0}, 1};
}

TEST(Roofline, CountsTheCheaperOrderOfPasses) {
  // 400 x 100 to 200 x 50 with 12 taps: rows first 200 x 100, columns first 400 x 50: the same,
  // then 200 x 50, three channels.
  EXPECT_DOUBLE_EQ(MultiplyAdds(MakeRow(0.5, 3, false), 400, 100),
                   (200.0 * 100 + 200.0 * 50) * 12 * 3);
  // One row cannot shrink further: the vertical pass first would process all columns for nothing.
  EXPECT_DOUBLE_EQ(MultiplyAdds(MakeRow(0.5, 3, false), 400, 1), (200.0 + 200.0) * 12 * 3);
}

TEST(Roofline, AlphaIsAFourthChannelAndEnlargingTakesTheWholeFilter) {
  EXPECT_DOUBLE_EQ(MultiplyAdds(MakeRow(2, 2, true), 10, 10), (20.0 * 10 + 20.0 * 20) * 4 * 4);
}

TEST(Roofline, FloorsFollowFromTheRates) {
  Rates rates;
  rates.read_gbs = 10;
  rates.write_gbs = 5;
  rates.fma_g = 100;
  rates.integer_g = 200;
  RowResult result;
  result.depth = 16;
  // A 1000 x 1000 image of 8 bytes per pixel: 8 MB read, 2 MB written.
  AddFloors(MakeRow(0.5, 3, false), 1000, 1000, rates, result);
  EXPECT_NEAR(result.memory_floor_ms, 0.8 + 0.4, 1e-12);
  const double work = MultiplyAdds(MakeRow(0.5, 3, false), 1000, 1000);
  EXPECT_NEAR(result.arithmetic_floor_ms, work / 100e6, 1e-12);
  result.depth = 8;
  AddFloors(MakeRow(0.5, 3, false), 1000, 1000, rates, result);
  EXPECT_NEAR(result.memory_floor_ms, 0.4 + 0.2, 1e-12);
  EXPECT_NEAR(result.arithmetic_floor_ms, work / 200e6, 1e-12);
}

TEST(Roofline, SidesAreRoundedAndNeverZero) {
  EXPECT_EQ(Scaled(5640, 0.37), 2087U);
  EXPECT_EQ(Scaled(3172, 0.37), 1174U);
  EXPECT_EQ(Scaled(1, 0.25), 1U);
}

}  // namespace
}  // namespace lodestone::bench
