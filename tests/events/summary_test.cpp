// Summaries of generated records against simple, slow sums of them.
#include "utilities/events/summary/summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/events/log_generator.hpp"
#include "utilities/events/read/work.hpp"

namespace lodestone::test {
namespace {

using cli::CallTally;
using cli::EventGroup;
using cli::EventOutcome;
using cli::EventRecord;
using cli::EventSummary;

// A call of one of a few operations, so that groups have many.
EventRecord Call(LogGenerator* generator) {
  EventRecord r = generator->JsonRecord();
  r.operation = generator->Perhaps() ? "scale" : "resize";
  r.geometry = generator->Perhaps() ? cli::EventGeometry{640, 480, 320, 240}
                                    : cli::EventGeometry{4000, 3000, 1000, 750};
  r.outcome = EventOutcome::kDone;
  r.device = generator->Perhaps() ? "a:GPU:b" : "";
  r.accelerator = r.device.empty() ? "cpu" : "opencl";
  r.actual_ns = static_cast<double>(1000 + generator->Below(100'000'000));
  r.predicted_ns = generator->Perhaps() ? 1e6 : 0;
  r.parts = {};
  r.refusal = EventOutcome::kDone;
  if (r.device.empty()) return r;
  r.parts.kernel_ns = r.actual_ns / 2;
  r.parts.queue_ns = r.actual_ns / 8;
  r.parts.compile_ns = generator->Below(20) == 0 ? r.actual_ns / 4 : 0;
  return r;
}

using Calls = std::vector<EventRecord>;

double Sum(const Calls& calls, double (*value)(const EventRecord&)) {
  double sum = 0;
  for (const EventRecord& call : calls) sum += value(call);
  return sum;
}

double Quantile(const Calls& calls, double share) {
  std::vector<double> ms;
  for (const EventRecord& call : calls) ms.push_back(call.actual_ns / 1e6);
  std::sort(ms.begin(), ms.end());
  const double rank = share * static_cast<double>(ms.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, ms.size() - 1);
  return ms[below] + (ms[above] - ms[below]) * (rank - static_cast<double>(below));
}

void ExpectTally(const CallTally& tally, const Calls& calls) {
  ASSERT_EQ(calls.size(), tally.calls());
  if (calls.empty()) return;
  const auto near = [](double expected, double found) {
    EXPECT_NEAR(expected, found, 1e-9 * expected);
  };
  const double ms = Sum(calls, [](const EventRecord& r) { return r.actual_ns / 1e6; });
  near(ms, tally.times.sum());
  for (const double share : {0.0, 0.5, 0.9, 0.99, 1.0}) {
    near(Quantile(calls, share), tally.times.Quantile(share));
  }
  const double pixels = Sum(calls, [](const EventRecord& r) {
    return static_cast<double>(r.geometry.source_columns * r.geometry.source_rows);
  });
  near(pixels / (ms * 1000), tally.MegapixelsPerSecond());
  near(Sum(calls, [](const EventRecord& r) { return r.parts.kernel_ns; }), tally.parts.kernel_ns);
  near(Sum(calls, [](const EventRecord& r) { return r.parts.compile_ns; }), tally.parts.compile_ns);
  // The remainder of calls on the device after kernel and compilation.
  near(Sum(calls,
           [](const EventRecord& r) {
             return r.device.empty() ? 0 : r.actual_ns / 2 - r.parts.compile_ns;
           }),
       tally.wait_ns);
  near(Sum(calls, [](const EventRecord& r) { return r.bytes_up; }),
       static_cast<double>(tally.bytes_up));
  near(Sum(calls, [](const EventRecord& r) { return r.predicted_ns / 1e6; }), tally.predicted_ms);
  near(
      Sum(calls, [](const EventRecord& r) { return r.predicted_ns > 0 ? r.actual_ns / 1e6 : 0.0; }),
      tally.predicted_actual_ms);
}

TEST(EventSummary, EveryFigureIsThatOfItsCalls) {
  LogGenerator generator(31);
  EventSummary summary;
  std::map<std::string, Calls> cold, warm;
  for (int i = 0; i < 20000; ++i) {
    const EventRecord call = Call(&generator);
    summary.Add(call);
    const std::string key =
        call.operation + cli::ClassText(call.geometry) + call.accelerator + call.device;
    const bool is_cold = call.first || call.parts.compile_ns > 0;
    (is_cold ? cold : warm)[key].push_back(call);
  }
  const auto groups = summary.Groups();
  EXPECT_EQ(8u, groups.size());
  std::uint64_t total = 0;
  for (const EventGroup& group : groups) {
    const std::string key = group.operation + group.work + group.accelerator + group.device;
    ExpectTally(group.first, cold[key]);
    ExpectTally(group.later, warm[key]);
    Calls all = cold[key];
    all.insert(all.end(), warm[key].begin(), warm[key].end());
    ExpectTally(group.All(), all);
    total += group.calls();
  }
  EXPECT_EQ(20000u, total);
  const auto totals = TotalsOf(groups);
  EXPECT_EQ(4u, totals.size());
  total = 0;
  for (const EventGroup& group : totals) total += group.calls();
  EXPECT_EQ(20000u, total);
}

EventRecord Refusal(const std::string& device, const char* reason, EventOutcome outcome) {
  EventRecord record;
  record.operation = "scale";
  record.geometry = {100, 100, 50, 50};
  record.refuser_device = device;
  record.reason = reason;
  record.refusal = outcome;
  return record;
}

TEST(EventSummary, RefusalsJoinTheCallsOfTheirDevice) {
  EventSummary summary;
  summary.Add(Refusal("a:GPU:b", "cold", EventOutcome::kDeclined));
  summary.Add(Refusal("a:GPU:b", "cold", EventOutcome::kDeclined));
  summary.Add(Refusal("a:GPU:b", "device-error", EventOutcome::kFailed));
  EventRecord call;
  call.operation = "scale";
  call.geometry = {4000, 3000, 1000, 750};
  call.accelerator = "opencl";
  call.device = "a:GPU:b";
  summary.Add(call);
  const auto groups = summary.Groups();
  ASSERT_EQ(2u, groups.size());
  EXPECT_EQ("reduce by 2 and more, under 0.1 MP", groups[0].work);
  EXPECT_EQ("opencl", groups[0].accelerator);
  EXPECT_EQ(2u, groups[0].declined);
  EXPECT_EQ(1u, groups[0].failed);
  EXPECT_EQ(0u, groups[1].declined);
  const auto totals = TotalsOf(groups);
  ASSERT_EQ(1u, totals.size());
  EXPECT_EQ(1u, totals[0].calls());
  EXPECT_EQ((std::map<std::string, std::uint64_t>{{"cold", 2}, {"device-error", 1}}),
            totals[0].reasons);
}

// Memory does not grow with the log: an unbounded number of names shares one group and one reason.
TEST(EventSummary, NamesWithoutEndAreKeptTogether) {
  EventSummary summary;
  for (int i = 0; i < 5000; ++i) {
    EventRecord call;
    call.operation = "operation" + std::to_string(i);
    call.accelerator = "cpu";
    call.kernels = call.operation;
    summary.Add(call);
    summary.Add(Refusal("a:GPU:b", ("reason" + std::to_string(i)).c_str(), EventOutcome::kFailed));
  }
  const auto groups = summary.Groups();
  EXPECT_EQ(1001u, groups.size());
  std::uint64_t calls = 0, failed = 0, reasons = 0;
  for (const EventGroup& group : groups) {
    calls += group.calls();
    failed += group.failed;
    EXPECT_LE(group.reasons.size(), 33u);
    EXPECT_LE(group.kernels.size(), 32u);
    for (const auto& [reason, count] : group.reasons) reasons += count;
  }
  EXPECT_EQ(5000u, calls);
  EXPECT_EQ(5000u, failed);
  EXPECT_EQ(5000u, reasons);
}

}  // namespace
}  // namespace lodestone::test
