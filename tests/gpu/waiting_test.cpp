// Components of the OpenCL module's transfers, without a device: options, threads, waits, strips.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "accel/gpu/call/layout.hpp"
#include "accel/gpu/device/waiter.hpp"
#include "accel/gpu/device/workers.hpp"
#include "base/byte_count.hpp"
#include "tests/gpu/oracle.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

TEST(GpuOptions, Bytes) {
  EXPECT_EQ(ParseBytes("0"), 0u);
  EXPECT_EQ(ParseBytes("300"), 300u);
  EXPECT_EQ(ParseBytes("64k"), 64u << 10);
  EXPECT_EQ(ParseBytes("16M"), 16u << 20);
  EXPECT_EQ(ParseBytes("2G"), uint64_t{2} << 30);
  for (const char* wrong : {"", "M", "-1", "1T", "1MB", "1 M", "0x10", "99999999999999999999",
                            "18446744073709551615K"}) {
    EXPECT_FALSE(ParseBytes(wrong)) << wrong;
  }
}

TEST(GpuOptions, Environment) {
  const char* const names[] = {"MAGICK_OCL_ZERO_COPY", "MAGICK_OCL_PINNED",
                               "MAGICK_OCL_MEMORY_LIMIT"};
  const DeviceOptions plain;
  for (const char* value : {"auto", "nonsense"}) {
    for (const char* name : {names[0], names[1]}) ::setenv(name, value, 1);
    const DeviceOptions options = OptionsFromEnvironment();
    EXPECT_EQ(options.share, plain.share);
    EXPECT_EQ(options.pinned, plain.pinned);
    EXPECT_EQ(options.memory_limit_bytes, plain.memory_limit_bytes);
  }
  ::setenv(names[0], "OFF", 1);
  ::setenv(names[1], "off", 1);
  ::setenv(names[2], "3M", 1);
  const DeviceOptions options = OptionsFromEnvironment();
  for (const char* name : names) ::unsetenv(name);
  EXPECT_EQ(options.share, SharePolicy::kNever);
  EXPECT_FALSE(options.pinned);
  EXPECT_EQ(options.memory_limit_bytes, 3u << 20);
}

TEST(GpuWaiting, SleepsUntilShortlyBefore) {
  const uint64_t expected = 10'000'000;
  // In short intervals, since the expected time may be too long.
  uint64_t slept = 0, sleeps = 0;
  for (uint64_t sleep = 1; sleep > 0 && sleeps < 100; ++sleeps) {
    sleep = NextSleepNs(expected, slept);
    EXPECT_LE(sleep, expected / 20);
    slept += sleep;
  }
  EXPECT_GE(slept, expected / 4 * 3);
  EXPECT_LT(slept, expected);
  EXPECT_EQ(NextSleepNs(expected, expected), 0u);
  // Overdue: longer and longer, so that a hanging device uses no CPU time.
  uint64_t longest = 0;
  for (uint64_t waited = 2 * expected; waited < 100 * expected; waited *= 2) {
    EXPECT_GE(NextSleepNs(expected, waited), longest);
    longest = NextSleepNs(expected, waited);
    EXPECT_GT(longest, 0u);
    EXPECT_LE(longest, waited / 8);
  }
  EXPECT_EQ(NextSleepNs(0, 0), 0u);
}

TEST(GpuWorkers, DoEverythingAndStop) {
  std::atomic<int> sum{0};
  {
    Workers workers(3);
    TaskGroup group;
    for (int i = 1; i <= 100; ++i) workers.Submit(group, [&sum, i] { sum += i; });
    group.WaitForAll();
    EXPECT_EQ(sum, 5050);
    workers.Submit(group, [&sum] { sum = 1; });
    group.WaitForOne(UINT64_MAX / 4);
    group.WaitForAll();
  }
  EXPECT_EQ(sum, 1);
}

class GpuLayout : public ::testing::Test {
 protected:
  GpuLayout() {
    facts_.allocation_bytes = facts_.usable_bytes = uint64_t{1} << 40;
    placement_.uploads_source = placement_.downloads_result = true;
    work_ = {MagickAccelerateScale,
             8,
             MagickAccelerateOpaque,
             true,
             FilterAxis(100, 50, 1.0, random_),
             FilterAxis(1000, 500, 1.0, random_)};
    options_.strip_bytes = 100 * 4 * 100;
  }

  std::optional<Layout> Plan(uint64_t budget_bytes) {
    static char pixels[1];
    view_ = {};
    view_.operation = work_.operation;
    view_.quantum_depth = work_.depth;
    view_.vertical_first = 1;
    view_.horizontal = work_.horizontal.View();
    view_.vertical = work_.vertical.View();
    view_.source = {pixels, 100, 1000, 400, 0, nullptr, 0};
    view_.destination = {pixels, 50, 500, 200, 0, nullptr, 0};
    return PlanLayout(view_, PlanKernels(view_, facts_), placement_, facts_, options_,
                      budget_bytes);
  }

  // Every row of the destination is computed once, from existing rows.
  void ExpectComplete(const Layout& layout) {
    uint32_t made = 0;
    for (const Strip& strip : layout.strips) {
      EXPECT_EQ(strip.destination.begin, made);
      EXPECT_LT(strip.destination.begin, strip.destination.end);
      made = strip.destination.end;
      EXPECT_LT(strip.needed.begin, strip.needed.end);
      EXPECT_LE(strip.fresh.begin, strip.fresh.end);
      EXPECT_EQ(strip.fresh.end >= strip.needed.end || layout.source_whole, true);
    }
    EXPECT_EQ(made, 500u);
  }

  std::mt19937 random_{3};
  DeviceFacts facts_;
  DeviceOptions options_;
  Placement placement_;
  TestWork work_;
  MagickAccelerateWork view_{};
};

TEST_F(GpuLayout, WholeWhereItFits) {
  const auto layout = Plan(UINT64_MAX);
  ASSERT_TRUE(layout);
  EXPECT_TRUE(layout->source_whole && layout->destination_whole);
  EXPECT_GE(layout->strips.size(), 8u);
  EXPECT_LE(layout->strips.size(), 11u);
  ExpectComplete(*layout);
  // Each row is uploaded once.
  for (size_t i = 1; i < layout->strips.size(); ++i) {
    EXPECT_GE(layout->strips[i].fresh.begin, layout->strips[i - 1].fresh.end);
  }
}

// Rows above a tiled image are its last ones, those below them its first ones.
TEST_F(GpuLayout, ABorderThatWrapsGetsRowsThatStripsBeforeDidNotNeed) {
  constexpr uint32_t kSide = 1000, kTop = 700;
  const auto map = [](uint32_t before) {
    std::vector<uint32_t> indexes(before + kSide);
    for (uint32_t i = 0; i < indexes.size(); ++i) indexes[i] = (kSide + i - before) % kSide;
    return indexes;
  };
  const std::vector<uint32_t> columns = map(0), rows = map(kTop);
  view_.struct_size = sizeof view_;
  view_.operation = MagickAccelerateExtend;
  view_.quantum_depth = 16;
  view_.border = {0, 0, kTop, 0, columns.data(), rows.data(), {}};
  view_.source = {&view_, kSide, kSide, kSide * 8, 0, nullptr, 0};
  view_.destination = {&view_, kSide, kSide + kTop, kSide * 8, 0, nullptr, 0};
  placement_.uploads_source = placement_.downloads_result = true;
  options_.strip_bytes = kSide * 8 * 100;
  const auto layout =
      PlanLayout(view_, PlanKernels(view_, facts_), placement_, facts_, options_, UINT64_MAX);
  ASSERT_TRUE(layout);
  ASSERT_TRUE(layout->source_whole);
  ASSERT_GT(layout->strips.size(), 5u);
  std::vector<bool> there(kSide);
  for (const Strip& strip : layout->strips) {
    for (uint32_t y = strip.fresh.begin; y < strip.fresh.end; ++y) {
      EXPECT_FALSE(there[y]) << "row " << y << " comes up twice";
      there[y] = true;
    }
    for (uint32_t y = strip.needed.begin; y < strip.needed.end; ++y)
      ASSERT_TRUE(there[y]) << "row " << y << " for row " << strip.destination.begin;
  }
}

TEST_F(GpuLayout, OneStripWithoutTransfers) {
  placement_ = {true, true, false, false, false};
  const auto layout = Plan(UINT64_MAX);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->strips.size(), 1u);
  EXPECT_EQ(layout->source_bytes + layout->destination_bytes, 0u);
}

TEST_F(GpuLayout, AllOfASourceThatStays) {
  placement_.keeps_source = placement_.source_on_device = true;
  const auto layout = Plan(UINT64_MAX);
  ASSERT_TRUE(layout);
  uint32_t there = 0;
  for (const Strip& strip : layout->strips) {
    EXPECT_EQ(strip.fresh.begin, there);
    there = strip.fresh.end;
  }
  EXPECT_EQ(there, 1000u);
}

TEST_F(GpuLayout, SmallerWithTheBudget) {
  size_t strips = 0;
  for (uint64_t budget = 600000; budget > 100; budget /= 2) {
    const auto layout = Plan(budget);
    if (!layout) {
      EXPECT_LT(budget, 10000u);
      EXPECT_GT(strips, 40u);
      return;
    }
    EXPECT_LE(layout->TotalBytes(), budget);
    EXPECT_GE(layout->strips.size(), strips);
    strips = layout->strips.size();
    ExpectComplete(*layout);
  }
  FAIL() << "fits into nothing";
}

TEST_F(GpuLayout, NoBufferLargerThanAllowed) {
  facts_.allocation_bytes = 30000;
  const auto layout = Plan(UINT64_MAX);
  ASSERT_TRUE(layout);
  EXPECT_FALSE(layout->source_whole);
  EXPECT_LE(layout->source_bytes, 30000u);
  EXPECT_LE(layout->destination_bytes, 30000u);
}

TEST_F(GpuLayout, TablesThatPointOutside) {
  work_.vertical.first.back() = 2000;
  EXPECT_THROW(Plan(UINT64_MAX), Problem);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
