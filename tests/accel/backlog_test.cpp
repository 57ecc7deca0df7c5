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
    backlog.End(10 * kMs, (i * 50 + 10) * kMs);
  }
  EXPECT_EQ(0u, backlog.left());
}

// As of calls that a device runs in one batch.
TEST(Backlog, CallsThatOverlapTakeLessTogether) {
  Backlog backlog;
  for (std::int64_t round = 0; round < 9; ++round) {
    for (int i = 0; i < 8; ++i) backlog.Begin(10 * kMs, round * 50 * kMs);
    for (int i = 0; i < 8; ++i) backlog.End(10 * kMs, (round * 50 + 10) * kMs);
  }
  for (int i = 0; i < 8; ++i) backlog.Begin(10 * kMs, 1000 * kMs);
  EXPECT_NEAR(10.0 * kMs, double(backlog.left()), 1.0 * kMs);
}

TEST(Backlog, WhatWasLongIsForgotten) {
  Backlog backlog;
  backlog.Begin(10 * kMs, 0);
  backlog.End(10 * kMs, 3000 * kMs);  // compiled something
  for (std::int64_t round = 0; round < 300; ++round) {
    for (int i = 0; i < 4; ++i) backlog.Begin(10 * kMs, (4000 + round * 50) * kMs);
    for (int i = 0; i < 4; ++i) backlog.End(10 * kMs, (4010 + round * 50) * kMs);
  }
  backlog.Begin(40 * kMs, 100000 * kMs);
  EXPECT_NEAR(10.0 * kMs, double(backlog.left()), 1.0 * kMs);
}

}  // namespace
}  // namespace lodestone::accel
