// When the end of a program gives a driver up.
#include "accel/tuning/patience.hpp"

#include <gtest/gtest.h>

namespace lodestone::accel {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::seconds;

// After how many seconds of the clock, of a process that computes for this share of them.
long GivenUpAfter(double share) {
  const milliseconds start{123'456}, cpu{789};
  Patience patience(start, cpu);
  for (milliseconds waited{0}; waited < seconds(1000); ++waited) {
    const auto used = duration_cast<milliseconds>(waited * share);
    if (patience.IsOver(start + waited, cpu + used)) return duration_cast<seconds>(waited).count();
  }
  return -1;
}

TEST(Patience, DriversThatHangHaveTenSeconds) {
  EXPECT_EQ(10, GivenUpAfter(0.0));
  EXPECT_EQ(10, GivenUpAfter(0.05)) << "waiting takes some CPU time, too";
}

TEST(Patience, DriversThatComputeHaveTenSecondsOfCpuTime) {
  EXPECT_EQ(10, GivenUpAfter(1.0));
  EXPECT_EQ(10, GivenUpAfter(8.0)) << "other threads may compute, too";
  EXPECT_EQ(20, GivenUpAfter(0.5));
  EXPECT_EQ(40, GivenUpAfter(0.25));
}

TEST(Patience, ItEnds) {
  EXPECT_EQ(60, GivenUpAfter(0.11));
}

}  // namespace
}  // namespace lodestone::accel
