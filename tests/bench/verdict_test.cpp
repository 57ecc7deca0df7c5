// Which rival counts, what the goal is, and whether it is met.
#include "bench/verdict.hpp"

#include <gtest/gtest.h>

#include "tests/bench/support.hpp"

namespace lodestone::bench {
namespace {

Report ReportOf(std::vector<RowResult> results) {
  Report report;
  report.results = std::move(results);
  return report;
}

TEST(Verdict, TheFastestRivalCountsAndLodestoneIsNoRival) {
  const Report report = ReportOf({MakeResult(
      "lanczos-25", 1, {{"Lodestone", 10}, {"slow", 90}, {"quick", 20}, {"other", 40}})});
  const Verdict verdict = Judge(report.results[0], report);
  EXPECT_EQ(verdict.rival, "quick");
  EXPECT_DOUBLE_EQ(verdict.ratio, 0.5);
  EXPECT_DOUBLE_EQ(verdict.goal_ms, 16);
  EXPECT_TRUE(verdict.met);
}

TEST(Verdict, JustFasterThanTheBestIsNotEnough) {
  const Report report = ReportOf({MakeResult("lanczos-25", 1, {{"Lodestone", 19}, {"quick", 20}})});
  EXPECT_FALSE(Judge(report.results[0], report).met);
}

TEST(Verdict, ThePublishedFigureCountsInItsFavour) {
  RowResult result = MakeResult("lanczos-25", 1, {{"Lodestone", 10}, {"quick", 20}});
  result.published_ms = 18;
  result.carried_over_ms = 30;
  EXPECT_DOUBLE_EQ(Published(result), 18);
  EXPECT_EQ(Judge(result, ReportOf({result})).rival, "fast_image_resize");
  result.carried_over_ms = 15;
  EXPECT_DOUBLE_EQ(Judge(result, ReportOf({result})).rival_ms, 15);
}

TEST(Verdict, WithoutRivalsNothingIsReached) {
  const Report report = ReportOf({MakeResult("lanczos-25", 1, {{"Lodestone", 10}})});
  const Verdict verdict = Judge(report.results[0], report);
  EXPECT_EQ(verdict.ratio, 0);
  EXPECT_EQ(verdict.goal_ms, 0);
  EXPECT_FALSE(verdict.met);
}

TEST(Verdict, MemorySpeedAllowsFourFifthsOfTheBandwidth) {
  RowResult result = MakeResult("scale-25", 1, {{"Lodestone", 5}, {"quick", 1}});
  result.memory_floor_ms = 4;
  result.arithmetic_floor_ms = 3;
  const Verdict verdict = Judge(result, ReportOf({result}));
  EXPECT_DOUBLE_EQ(verdict.goal_ms, 5);
  EXPECT_TRUE(verdict.met);
  EXPECT_DOUBLE_EQ(verdict.closeness, 0.8);
  EXPECT_STREQ(verdict.limit, "memory");
}

TEST(Verdict, AlphaIsComparedWithTheOpaqueRowOfTheSameThreads) {
  const Report report = ReportOf({MakeResult("lanczos-25", 2, {{"Lodestone", 1}}),
                                  MakeResult("lanczos-25", 1, {{"Lodestone", 10}}),
                                  MakeResult("lanczos-25-alpha", 1, {{"Lodestone", 16.5}})});
  const Verdict verdict = Judge(report.results[2], report);
  EXPECT_DOUBLE_EQ(verdict.goal_ms, 16);
  EXPECT_FALSE(verdict.met);
}

TEST(Verdict, TwoThreadsAreMeasuredAgainstOneUnlessMemoryLimits) {
  Report report = ReportOf({MakeResult("lanczos-25", 1, {{"Lodestone", 18}}),
                            MakeResult("lanczos-25", 2, {{"Lodestone", 10}, {"quick", 1}})});
  EXPECT_DOUBLE_EQ(Judge(report.results[1], report).goal_ms, 10);
  EXPECT_TRUE(Judge(report.results[1], report).met);
  report.results[1].memory_floor_ms = 12;
  EXPECT_DOUBLE_EQ(Judge(report.results[1], report).goal_ms, 15);
}

TEST(Verdict, AWholeProcessNeedsTheLeastMemoryToo) {
  RowResult result = MakeResult("process-jpeg-25", 0, {{"Lodestone", 50}, {"other", 100}});
  result.timings[0].peak_mib = 30;
  result.timings[1].peak_mib = 40;
  EXPECT_TRUE(Judge(result, ReportOf({result})).met);
  result.timings[1].peak_mib = 20;
  EXPECT_FALSE(Judge(result, ReportOf({result})).met);
}

}  // namespace
}  // namespace lodestone::bench
