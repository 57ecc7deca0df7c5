// Which records are compared with which, and the result.
#include "utilities/events/compare/compare_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "utilities/events/read/compare_fetches.hpp"

namespace lodestone::cli {
namespace {

constexpr EventGeometry kHalving = {640, 480, 320, 240};
constexpr EventGeometry kDoubling = {640, 480, 1280, 960};

EventRecord Call(const std::string& operation, const EventGeometry& geometry, double ns) {
  EventRecord record;
  record.operation = operation;
  record.geometry = geometry;
  record.accelerator = "cpu";
  record.actual_ns = ns;
  return record;
}

EventRecord DeviceCall(const std::string& operation, const EventGeometry& geometry, double ns) {
  EventRecord record = Call(operation, geometry, ns);
  record.accelerator = "opencl";
  record.device = "p:CPU:d";
  return record;
}

using Change = std::function<void(EventRecord&)>;

// `count` calls with a spread of a tenth.
void AddCalls(LogSide* side, int count, const EventRecord& call, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> spread(0, 0.1);
  for (int i = 0; i < count; ++i) {
    EventRecord record = call;
    record.actual_ns *= std::exp(spread(random));
    side->Add(record);
  }
}

// The comparison after changing one record of the other log.
Comparison CompareWithChanged(const Change& change) {
  LogSide base(false), other(false);
  EventRecord call = Call("scale", kHalving, 1e6);
  base.Add(call);
  change(call);
  other.Add(call);
  return Compare(base, other);
}

TEST(ComparePairs, TheSameWorkWhoeverDidIt) {
  const Change same[] = {[](EventRecord& r) { r.accelerator = "opencl"; },
                         [](EventRecord& r) { r.device = "p:GPU:d"; },
                         [](EventRecord& r) { r.quantum_depth = 8; },
                         [](EventRecord& r) { r.samples = 4; },  // which older builds do not state
                         [](EventRecord& r) { r.process = 7; },
                         [](EventRecord& r) { r.resident = true; }};
  for (const Change& change : same) {
    const Comparison comparison = CompareWithChanged(change);
    EXPECT_EQ(comparison.works.size(), 1u);
    EXPECT_TRUE(comparison.only_in_base.empty());
    EXPECT_TRUE(comparison.only_in_other.empty());
  }
}

TEST(ComparePairs, OtherWorksAreNotCompared) {
  const Change other[] = {[](EventRecord& r) { r.operation = "resize"; },
                          [](EventRecord& r) { r.geometry = kDoubling; },
                          [](EventRecord& r) { r.geometry.source_rows = 481; },
                          [](EventRecord& r) { r.samples = 1; },
                          [](EventRecord& r) { r.alpha = true; }};
  for (const Change& change : other) {
    const Comparison comparison = CompareWithChanged(change);
    EXPECT_TRUE(comparison.works.empty());
    EXPECT_EQ(comparison.only_in_base.size(), 1u);
    EXPECT_EQ(comparison.only_in_other.size(), 1u);
  }
}

TEST(ComparePairs, WhatWasNotDoneTookNoTime) {
  LogSide side(false);
  EventRecord failed = Call("scale", kHalving, 1e6);
  failed.outcome = EventOutcome::kFailed;
  side.Add(failed);
  EventRecord refused;
  refused.operation = "scale";
  refused.refusal = EventOutcome::kDeclined;
  side.Add(refused);
  EXPECT_TRUE(side.works().empty());
  EXPECT_EQ(side.cold_calls() + side.warm_calls(), 0u);
}

TEST(ComparePairs, LogsWithoutSizesPairByOperation) {
  LogSide text(false), sized(false), mixed(false);
  AddCalls(&text, 5, Call("scale", {}, 2e6));
  AddCalls(&sized, 5, Call("scale", kHalving, 1e6));
  AddCalls(&sized, 7, Call("scale", kDoubling, 1e6));
  AddCalls(&mixed, 5, Call("scale", {}, 4e6));
  AddCalls(&mixed, 5, Call("scale", kHalving, 1e6));

  const Comparison pooled = Compare(text, sized);
  ASSERT_EQ(pooled.works.size(), 1u);
  EXPECT_FALSE(pooled.works[0].key.sized());
  EXPECT_EQ(pooled.works[0].warm->base_calls, 5u);
  EXPECT_EQ(pooled.works[0].warm->other_calls, 12u);
  EXPECT_TRUE(pooled.only_in_other.empty());
  EXPECT_EQ(Compare(sized, text).works[0].warm->base_calls, 12u);

  const Comparison exact = Compare(text, mixed);
  ASSERT_EQ(exact.works.size(), 1u);
  EXPECT_EQ(exact.works[0].warm->other_calls, 5u);
  EXPECT_NEAR(exact.works[0].warm->ratio.ratio, 2, 1e-9);
  ASSERT_EQ(exact.only_in_other.size(), 1u);
  EXPECT_TRUE(exact.only_in_other[0].sized());
}

TEST(ComparePairs, AcceleratorsOneByOne) {
  LogSide base(true), other(true);
  for (LogSide* side : {&base, &other}) {
    AddCalls(side, 5, Call("scale", kHalving, 1e6));
    AddCalls(side, 5, DeviceCall("scale", kHalving, side == &base ? 4e6 : 2e6));
  }
  const Comparison comparison = Compare(base, other);
  ASSERT_EQ(comparison.operations.size(), 2u);
  EXPECT_EQ(comparison.operations[0].accelerator, "cpu");
  EXPECT_EQ(comparison.operations[0].verdict, Verdict::kNoDifference);
  EXPECT_EQ(comparison.operations[1].accelerator, "opencl");
  EXPECT_EQ(comparison.operations[1].verdict, Verdict::kFaster);
}

TEST(ComparePairs, ColdCallsAreComparedWithColdOnes) {
  LogSide base(false), other(false);
  EventRecord first = Call("scale", kHalving, 100e6), compiling = first;
  first.first = true;
  compiling.parts.compile_ns = 1;
  AddCalls(&base, 6, first);
  AddCalls(&base, 6, Call("scale", kHalving, 1e6), 2);
  AddCalls(&other, 6, compiling, 3);
  AddCalls(&other, 6, Call("scale", kHalving, 2e6), 4);
  const Comparison comparison = Compare(base, other);
  ASSERT_EQ(comparison.works.size(), 1u);
  const WorkComparison& work = comparison.works[0];
  EXPECT_EQ(work.cold->other_calls, 6u);
  EXPECT_EQ(work.cold->verdict, Verdict::kNoDifference);
  EXPECT_EQ(work.warm->verdict, Verdict::kSlower);
}

TEST(ComparePairs, TooFewCallsAreNoVerdict) {
  LogSide base(false), other(false);
  AddCalls(&base, 100, Call("scale", kHalving, 1e6));
  AddCalls(&other, 4, Call("scale", kHalving, 9e6));
  EXPECT_EQ(Compare(base, other).works[0].warm->verdict, Verdict::kTooFewCalls);
  EXPECT_EQ(Compare(base, other).operations[0].verdict, Verdict::kTooFewCalls);
  EXPECT_FALSE(Compare(base, other).works[0].cold);
  AddCalls(&other, 1, Call("scale", kHalving, 9e6));
  EXPECT_EQ(Compare(base, other).works[0].warm->verdict, Verdict::kSlower);
}

TEST(ComparePairs, TinyDifferencesAreNone) {
  LogSide base(false), other(false);
  for (int i = 0; i < 9; ++i) {
    base.Add(Call("scale", kHalving, 1e6 + i));
    other.Add(Call("scale", kHalving, 1.005e6 + i));
  }
  const Comparison comparison = Compare(base, other);
  EXPECT_GT(comparison.works[0].warm->ratio.low, 1);
  EXPECT_EQ(comparison.works[0].warm->verdict, Verdict::kNoDifference);
  EXPECT_EQ(Compare(other, base).works[0].warm->verdict, Verdict::kNoDifference);
}

WorkComparison ColdAndWarm(double base_cold, double base_warm, double other_cold,
                           double other_warm) {
  LogSide base(false), other(false);
  const auto add = [](LogSide* side, double cold, double warm) {
    EventRecord first = Call("scale", kHalving, cold);
    first.first = true;
    side->Add(first);
    for (int i = 0; i < 9; ++i) side->Add(Call("scale", kHalving, warm));
  };
  add(&base, base_cold, base_warm);
  add(&other, other_cold, other_warm);
  return Compare(base, other).works.at(0);
}

TEST(ComparePairs, ALongerFirstCallIsWonBack) {
  EXPECT_EQ(CallsToBreakEven(ColdAndWarm(60, 50, 160, 25)), 4u);
  EXPECT_EQ(CallsToBreakEven(ColdAndWarm(60, 50, 161, 25)), 5u);
  EXPECT_FALSE(CallsToBreakEven(ColdAndWarm(60, 50, 60, 25)));   // nothing to pay back
  EXPECT_FALSE(CallsToBreakEven(ColdAndWarm(60, 50, 160, 50)));  // and no way to
  EXPECT_FALSE(CallsToBreakEven(ColdAndWarm(60, 50, 160, 70)));
}

TEST(ComparePairs, NoDifferenceIsSaidOfTheSame) {
  constexpr int kTrials = 300;
  int wrong = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    LogSide base(false), other(false);
    AddCalls(&base, 5 + trial % 20, Call("scale", kHalving, 1e6), 1000 + trial);
    AddCalls(&other, 5 + trial % 13, Call("scale", kHalving, 1e6), 5000 + trial);
    wrong += Compare(base, other).works[0].warm->verdict != Verdict::kNoDifference;
  }
  EXPECT_LE(wrong, kTrials * 8 / 100);
}

TEST(ComparePairs, SidesChangedGiveTheInverse) {
  LogSide base(false), other(false);
  std::uint64_t seed = 1;
  for (const double factor : {0.5, 1.0, 3.0}) {
    for (const EventGeometry& geometry : {kHalving, kDoubling}) {
      const std::string name = "op" + std::to_string(factor);
      AddCalls(&base, 9, Call(name, geometry, 1e6), ++seed);
      AddCalls(&other, 8, Call(name, geometry, 1e6 * factor), ++seed);
    }
  }
  const Comparison there = Compare(base, other), back = Compare(other, base);
  ASSERT_EQ(there.operations.size(), 3u);
  for (std::size_t i = 0; i < there.operations.size(); ++i) {
    const OperationComparison &a = there.operations[i], &b = back.operations[i];
    EXPECT_NEAR(a.ratio.ratio * b.ratio.ratio, 1, 1e-12);
    EXPECT_NEAR(a.ratio.low * b.ratio.high, 1, 1e-12);
    EXPECT_NEAR(a.ratio.high * b.ratio.low, 1, 1e-12);
  }
  EXPECT_EQ(there.operations[0].verdict, Verdict::kFaster);
  EXPECT_EQ(back.operations[0].verdict, Verdict::kSlower);
  EXPECT_EQ(there.operations[1].verdict, back.operations[1].verdict);
  EXPECT_EQ(there.operations[2].verdict, Verdict::kSlower);
  EXPECT_EQ(back.operations[2].verdict, Verdict::kFaster);
}

TEST(ComparePairs, AnOperationIsTheMeanOfItsWorks) {
  LogSide base(false), other(false);
  for (std::uint64_t i = 1; i <= 16; ++i) {
    const EventGeometry geometry = {100 * i, 100, 50, 50};
    const double factor = i % 2 == 0 ? 2.0 : 4.5;  // geometric mean: 3
    AddCalls(&base, 9, Call("scale", geometry, 1e6), i);
    AddCalls(&other, 9, Call("scale", geometry, 1e6 * factor), 100 + i);
  }
  const Comparison comparison = Compare(base, other);
  ASSERT_EQ(comparison.operations.size(), 1u);
  const OperationComparison& all = comparison.operations[0];
  EXPECT_EQ(all.works, 16u);
  EXPECT_LT(all.ratio.low, 3);
  EXPECT_GT(all.ratio.high, 3);
  // Errors of the sizes are independent, so the mean of 16 is four times as precise.
  const MedianRatio& one = comparison.works[0].warm->ratio;
  EXPECT_LT(std::log(all.ratio.high / all.ratio.low), std::log(one.high / one.low) / 2);
}

TEST(ComparePairs, TooManyWorksAreCounted) {
  LogSide side(false);
  for (std::uint64_t i = 0; i < 3000; ++i) side.Add(Call("scale", {10 + i, 10, 5, 5}, 1e6));
  EXPECT_EQ(side.works().size() + side.left_out(), 3000u);
  EXPECT_GT(side.left_out(), 1000u);
  EXPECT_EQ(side.warm_calls(), 3000u);
  EXPECT_NEAR(side.warm_ns(), 3000e6, 1);
}

// Sums of all calls that are passed on, by operation.
std::map<std::string, double> Joined(const std::vector<EventRecord>& records) {
  std::map<std::string, double> sums;
  FetchJoiner joiner(
      [&](const EventRecord& record) { sums[record.operation] += record.actual_ns; });
  for (const EventRecord& record : records) joiner.Add(record);
  joiner.Finish();
  return sums;
}

constexpr EventGeometry kResult = {320, 240, 320, 240};

TEST(CompareFetches, BelongToTheCallThatMadeTheResult) {
  const EventRecord scale = DeviceCall("scale", kHalving, 5),
                    fetch = DeviceCall("download", kResult, 2);
  using Sums = std::map<std::string, double>;
  EXPECT_EQ(Joined({scale, fetch}), (Sums{{"scale", 7}}));
  EXPECT_EQ(Joined({scale}), (Sums{{"scale", 5}}));
  EXPECT_EQ(Joined({scale, fetch, fetch}), (Sums{{"scale", 7}, {"download", 2}}));
  // The later of two calls with such a result.
  const EventRecord blur = DeviceCall("blur", kResult, 11);
  EXPECT_EQ(Joined({scale, blur, fetch}), (Sums{{"scale", 5}, {"blur", 13}}));
  EXPECT_EQ(Joined({scale, blur, fetch, fetch}), (Sums{{"scale", 7}, {"blur", 13}}));
}

TEST(CompareFetches, OfOtherResultsStandAlone) {
  using Sums = std::map<std::string, double>;
  const EventRecord scale = DeviceCall("scale", kHalving, 5);
  const Change changes[] = {[](EventRecord& r) { r.device = "p:GPU:d"; },
                            [](EventRecord& r) { r.geometry = kDoubling; },
                            [](EventRecord& r) { r.process = 9; }};
  for (const Change& change : changes) {
    EventRecord fetch = DeviceCall("download", kResult, 2);
    change(fetch);
    EXPECT_EQ(Joined({scale, fetch}), (Sums{{"scale", 5}, {"download", 2}}));
  }
}

TEST(CompareFetches, NothingIsLostBehindMany) {
  std::vector<EventRecord> records(1000, DeviceCall("scale", kHalving, 5));
  records.push_back(Call("scale", kHalving, 1));
  EXPECT_EQ(Joined(records)["scale"], 5001);
}

}  // namespace
}  // namespace lodestone::cli
