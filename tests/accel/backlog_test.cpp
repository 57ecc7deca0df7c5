#include "accel/backlog.hpp"

#include <gtest/gtest.h>

namespace lodestone::accel {
namespace {

constexpr std::int64_t kMs = 1'000'000;

TEST(Backlog, CallsOneAfterAnotherTakeWhatIsPredicted) {
  Backlog backlog;
  EXPECT_EQ(0u, backlog.left());
  for (std::int64_t i = 0; i < 9; ++i) {
    backlog.Begin(10 * kMs, i * 50 * kMs);
    EXPECT_EQ(10u * kMs, backlog.left());
    backlog.End(10 * kMs, (i * 50 + 10) * kMs, true);
  }
  EXPECT_EQ(0u, backlog.left());
}

// As of calls that a device runs in one batch.
TEST(Backlog, CallsThatOverlapTakeLessTogether) {
  Backlog backlog;
  for (std::int64_t round = 0; round < 9; ++round) {
    for (int i = 0; i < 8; ++i) backlog.Begin(10 * kMs, round * 50 * kMs);
    for (int i = 0; i < 8; ++i) backlog.End(10 * kMs, (round * 50 + 10) * kMs, true);
  }
  for (int i = 0; i < 8; ++i) backlog.Begin(10 * kMs, 1000 * kMs);
  EXPECT_NEAR(10.0 * kMs, double(backlog.left()), 1.0 * kMs);
}

TEST(Backlog, WhatWasLongIsForgotten) {
  Backlog backlog;
  backlog.Begin(10 * kMs, 0);
  backlog.End(10 * kMs, 3000 * kMs, true);  // compiled something
  for (std::int64_t round = 0; round < 300; ++round) {
    for (int i = 0; i < 4; ++i) backlog.Begin(10 * kMs, (4000 + round * 50) * kMs);
    for (int i = 0; i < 4; ++i) backlog.End(10 * kMs, (4010 + round * 50) * kMs, true);
  }
  backlog.Begin(40 * kMs, 100000 * kMs);
  EXPECT_NEAR(10.0 * kMs, double(backlog.left()), 1.0 * kMs);
}

// Such calls end at once.
TEST(Backlog, CallsThatAreDeclinedSayNothing) {
  Backlog backlog;
  for (std::int64_t i = 0; i < 20; ++i) {
    backlog.Begin(100 * kMs, i * 50 * kMs);
    backlog.End(100 * kMs, i * 50 * kMs, false);
  }
  EXPECT_EQ(0u, backlog.left());
  backlog.Begin(10 * kMs, 2000 * kMs);
  backlog.End(10 * kMs, 2010 * kMs, true);
  backlog.Begin(8 * kMs, 3000 * kMs);
  EXPECT_EQ(8u * kMs, backlog.left());
}

}  // namespace
}  // namespace lodestone::accel
