// Components of the report: samples, axes, parts of calls, text.
#include <gtest/gtest.h>

#include <numeric>

#include "utilities/events/read/call_parts.hpp"
#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_paths.hpp"
#include "utilities/events/report/report_time_axis.hpp"
#include "utilities/events/tally/reservoir.hpp"
#include "utilities/measure/statistics.hpp"

namespace lodestone::cli {
namespace {

TEST(Reservoir, KeepsAllWhileTheyAreFew) {
  Reservoir<int> few(5);
  for (int i = 0; i < 5; ++i) few.Add(i);
  EXPECT_EQ(few.values(), (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(Reservoir, IsFair) {
  // Of 0 ... 9999 in order, a uniform sample of 1000 has the mean 5000 plus or minus 91 (one
  // sigma).
  Reservoir<double> sample(1000);
  for (int i = 0; i < 10000; ++i) sample.Add(i);
  EXPECT_EQ(sample.seen(), 10000U);
  ASSERT_EQ(sample.values().size(), 1000U);
  const auto& values = sample.values();
  EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0) / 1000, 5000, 400);
  EXPECT_NEAR(measure::Quantile(values, 0.9), 9000, 250);
}

TEST(LogAxis, HoldsWhatItWasGiven) {
  LogAxis axis;
  EXPECT_TRUE(axis.empty());
  for (const double value : {0.37, 12.0, 480.0, -1.0, 0.0}) axis.Include(value);
  EXPECT_DOUBLE_EQ(axis.low(), 0.2);
  EXPECT_DOUBLE_EQ(axis.high(), 500);
  EXPECT_EQ(axis.At(0.2), 0);
  EXPECT_EQ(axis.At(500), 1);
  EXPECT_DOUBLE_EQ(axis.At(10), 0.5);
  EXPECT_EQ(axis.At(0), 0);
}

TEST(LogAxis, HasAFewTicksWhateverTheRange) {
  for (const double low : {1e-6, 0.003, 1.0, 70.0}) {
    for (const double factor : {1.0, 1.3, 4.0, 90.0, 1e4, 1e9}) {
      LogAxis axis;
      axis.Include(low);
      axis.Include(low * factor);
      const auto ticks = axis.Ticks();
      EXPECT_GE(ticks.size(), 1U) << low << " " << factor;
      EXPECT_LE(ticks.size(), 8U) << low << " " << factor;
      EXPECT_GE(axis.At(low * factor), 0) << low << " " << factor;
      EXPECT_LE(axis.At(low * factor), 1) << low << " " << factor;
    }
  }
}

TEST(TimeAxis, CutsLongIdleTimes) {
  // Two busy seconds, a year between them.
  const double second = 1e9, year = 365 * 86400e9;
  const TimeAxis axis({{year, year + second}, {0, second}});
  ASSERT_EQ(axis.pieces().size(), 2U);
  EXPECT_EQ(axis.At(0), 0);
  EXPECT_DOUBLE_EQ(axis.At(second), 48.5);
  EXPECT_DOUBLE_EQ(axis.At(year / 2), 48.5);
  EXPECT_DOUBLE_EQ(axis.At(year), 51.5);
  EXPECT_DOUBLE_EQ(axis.At(year + second / 2), 75.75);
  EXPECT_DOUBLE_EQ(axis.At(year + second), 100);
}

TEST(TimeAxis, KeepsShortIdleTimesAndOverlaps) {
  const TimeAxis axis({{0, 50}, {51, 100}, {20, 70}});
  ASSERT_EQ(axis.pieces().size(), 1U);
  EXPECT_DOUBLE_EQ(axis.At(25), 25);
  const TimeAxis many([] {
    std::vector<std::pair<double, double>> spans;
    for (int i = 0; i < 500; ++i) spans.emplace_back(100.0 * i, 100.0 * i + 1);
    return spans;
  }());
  EXPECT_LE(many.pieces().back().to, 100.0001);
  EXPECT_GT(many.pieces().back().to, 99.9);
}

TEST(TimeAxis, StepsAreRound) {
  EXPECT_EQ(RoundStep(1), 1);
  EXPECT_EQ(RoundStep(1100), 2000);
  EXPECT_EQ(RoundStep(2.1e6), 5e6);
  EXPECT_EQ(RoundStep(6e6), 1e7);
  EXPECT_EQ(ElapsedText(83.42e9, 1e7), "83.42 s");
  EXPECT_EQ(ElapsedText(20e9, 1e10), "20 s");
}

EventRecord DeviceCall() {
  EventRecord record;
  record.operation = "scale";
  record.accelerator = "opencl";
  record.device = "a:GPU:b";
  record.actual_ns = 10e6;
  record.parts.upload_ns = 3e6;
  record.parts.kernel_ns = 2e6;
  record.parts.queue_ns = 4e6;
  return record;
}

double SumOf(const CallParts& parts) {
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

TEST(CallParts, WhatIsLeftIsWaiting) {
  const CallParts parts = SplitCall(DeviceCall());
  EXPECT_DOUBLE_EQ(parts[static_cast<std::size_t>(CallPart::kUpload)], 3);
  EXPECT_DOUBLE_EQ(parts[static_cast<std::size_t>(CallPart::kWait)], 5);
  EXPECT_DOUBLE_EQ(SumOf(parts), 10);
}

TEST(CallParts, PartsThatOverlapAreShortened) {
  EventRecord record = DeviceCall();
  record.parts.download_ns = 15e6;
  const CallParts parts = SplitCall(record);
  EXPECT_DOUBLE_EQ(SumOf(parts), 10);
  EXPECT_DOUBLE_EQ(parts[static_cast<std::size_t>(CallPart::kWait)], 0);
  EXPECT_DOUBLE_EQ(parts[static_cast<std::size_t>(CallPart::kDownload)], 7.5);
}

TEST(CallParts, CpuCallsHaveNoParts) {
  EventRecord record = DeviceCall();
  record.accelerator = "cpu";
  record.device.clear();
  EXPECT_DOUBLE_EQ(SplitCall(record)[static_cast<std::size_t>(CallPart::kCpu)], 10);
  record.accelerator = kAccelerated;
  EXPECT_DOUBLE_EQ(SplitCall(record)[static_cast<std::size_t>(CallPart::kCpu)], 0);
}

TEST(ReportPaths, TheCpusAreToldApart) {
  const ReportPaths paths({{"cpu", "", true, 1, 3},
                           {"libjpeg", "", true, 1, 2},
                           {"normal", "", true, 1, 1},
                           {"opencl", "a:GPU:b", false, 1, 9}});
  EXPECT_EQ(paths.Label(0), "CPU");
  EXPECT_EQ(paths.Label(1), "CPU (libjpeg)");
  EXPECT_EQ(paths.Label(2), "CPU (normal)");
  EXPECT_EQ(paths.Label(3), "GPU b");
}

TEST(ReportText, IsEscapedAndAlwaysUtf8) {
  EXPECT_EQ(Html("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(Html("\xC3\xA4\xE2\x80\xA6\xF0\x9F\x98\x80"), "\xC3\xA4\xE2\x80\xA6\xF0\x9F\x98\x80");
  const std::string no = "\xEF\xBF\xBD";
  EXPECT_EQ(Html("a\xFFz"), "a" + no + "z");
  EXPECT_EQ(Html("\xC0\xAF"), no + no);           // overlong encoding
  EXPECT_EQ(Html("\xED\xA0\x80"), no + no + no);  // lone surrogate
  EXPECT_EQ(Html("\xE2\x80"), no + no);           // truncated
  EXPECT_EQ(Html(std::string("\0\x1b", 2)), no + no);
}

TEST(ReportText, DurationsFitTheirSize) {
  EXPECT_EQ(DurationText(0), "0 ms");
  EXPECT_EQ(DurationText(0.00042), "0.42 \xC2\xB5s");
  EXPECT_EQ(DurationText(3.14159), "3.14 ms");
  EXPECT_EQ(DurationText(546), "546 ms");
  EXPECT_EQ(DurationText(1906), "1.91 s");
  EXPECT_EQ(DurationText(125000), "2 min 5 s");
  EXPECT_EQ(DurationText(3 * 3600e3), "3.0 hours");
  EXPECT_EQ(DurationText(-180), "-180 ms");
  EXPECT_EQ(CountText(1234567), "1,234,567");
  EXPECT_EQ(CountText(1, "call", "calls"), "1 call");
  EXPECT_EQ(TimeText(1'700'000'000'000'000'000), "2023-11-14 22:13:20 UTC");
}

}  // namespace
}  // namespace lodestone::cli
