// What counts as a change since an earlier run, and what the machine or noise explains.
#include "bench/changes.hpp"

#include <gtest/gtest.h>

#include "tests/bench/support.hpp"

namespace lodestone::bench {
namespace {

Report ReportOf(double own_ms, double other_ms, double spread = 0.01) {
  Report report;
  report.results = {MakeResult("lanczos-25", 1, {{"Lodestone", own_ms}, {"other", other_ms}})};
  for (Timing& timing : report.results[0].timings) {
    timing.spread = spread;
    timing.rounds = 9;
  }
  return report;
}

Change ChangeBetween(const Report& before, const Report& now) {
  const std::vector<Change> changes = Changes(before, now);
  EXPECT_EQ(changes.size(), 1U);
  return changes.empty() ? Change() : changes[0];
}

TEST(BenchChanges, MoreThanATenthIsAChangeInEitherDirection) {
  const Report before = ReportOf(10, 20);
  EXPECT_TRUE(ChangeBetween(before, ReportOf(11.2, 20)).real);
  EXPECT_TRUE(ChangeBetween(before, ReportOf(8.9, 20)).real);
  EXPECT_FALSE(ChangeBetween(before, ReportOf(10.8, 20)).real);
  EXPECT_FALSE(ChangeBetween(before, ReportOf(9.3, 20)).real);
}

TEST(BenchChanges, WhatSlowsOthersTooIsTheMachine) {
  const Change change = ChangeBetween(ReportOf(10, 20), ReportOf(15, 30));
  EXPECT_DOUBLE_EQ(change.machine, 1.5);
  EXPECT_NEAR(change.factor, 1, 1e-12);
  EXPECT_FALSE(change.real);
}

TEST(BenchChanges, CopyingSaysWhatTheMachineDidWhereThereAreNoOthers) {
  Report before = ReportOf(10, 0), now = ReportOf(15, 0);
  before.results[0].copy_ms = 2;
  now.results[0].copy_ms = 4;
  EXPECT_DOUBLE_EQ(ChangeBetween(before, now).machine, 2);
}

TEST(BenchChanges, WithinTheNoiseNothingChanged) {
  const Change change = ChangeBetween(ReportOf(10, 20, 0.3), ReportOf(12, 20, 0.3));
  EXPECT_NEAR(change.noise, 2 * 2 * 1.2533 / 0.6745 * 0.3 / 3, 1e-4);
  EXPECT_FALSE(change.real);
}

TEST(BenchChanges, RowsOfOneRunAloneAreLeftOut) {
  Report other = ReportOf(10, 20);
  other.results[0].depth = 8;
  EXPECT_TRUE(Changes(ReportOf(10, 20), other).empty());
}

TEST(BenchChanges, TheTableNamesThem) {
  const std::string table = MarkdownOfChanges(Changes(ReportOf(10, 20), ReportOf(20, 20)));
  EXPECT_NE(table.find("Title of lanczos-25"), std::string::npos) << table;
  EXPECT_NE(table.find("slower"), std::string::npos) << table;
  EXPECT_NE(table.find("+100%"), std::string::npos) << table;
}

}  // namespace
}  // namespace lodestone::bench
