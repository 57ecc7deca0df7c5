#include "bench/changes.hpp"

#include <algorithm>
#include <cmath>

#include "bench/text.hpp"
#include "bench/verdict.hpp"
#include "utilities/measure/statistics.hpp"

namespace lodestone::bench {
namespace {

constexpr double kAllowed = 0.1;

// Of a median, as a share of it: that of a normal distribution with this interquartile range.
double StandardError(const Timing& timing) {
  constexpr double kDeviationOfHalfRange = 1 / 0.6745, kErrorOfMedian = 1.2533;
  return kErrorOfMedian * kDeviationOfHalfRange * timing.spread /
         std::sqrt(std::max(timing.rounds, 1U));
}

double Squared(double value) {
  return value * value;
}

const Timing* SamePeer(const RowResult& result, const Timing& wanted) {
  const auto found = std::find_if(result.timings.begin(), result.timings.end(),
                                  [&](const Timing& t) { return t.name == wanted.name; });
  return found == result.timings.end() || found->median_ms <= 0 ? nullptr : &*found;
}

// Others were not changed: what happened to their times happened to the machine.
void SetMachine(const RowResult& before, const RowResult& now, Change& change, double& variance) {
  std::vector<double> factors, variances;
  for (std::size_t i = 1; i < now.timings.size(); ++i) {
    const Timing* earlier = SamePeer(before, now.timings[i]);
    if (earlier == nullptr) continue;
    factors.push_back(now.timings[i].median_ms / earlier->median_ms);
    variances.push_back(Squared(StandardError(now.timings[i])) + Squared(StandardError(*earlier)));
  }
  if (before.copy_ms > 0 && now.copy_ms > 0) factors.push_back(now.copy_ms / before.copy_ms);
  if (factors.empty()) return;
  change.machine = measure::Median(factors);
  variance += measure::Median(variances);
}

Change ChangeOf(const RowResult& before, const RowResult& now) {
  Change change;
  change.title = now.title;
  change.depth = now.depth;
  change.threads = now.threads;
  change.before_ms = before.timings[0].median_ms;
  change.now_ms = now.timings[0].median_ms;
  double variance =
      Squared(StandardError(before.timings[0])) + Squared(StandardError(now.timings[0]));
  SetMachine(before, now, change, variance);
  change.factor = change.now_ms / change.before_ms / change.machine;
  change.noise = 2 * std::sqrt(variance);
  // In either direction alike: twice as fast is as much as half as fast.
  const double distance = std::max(change.factor, 1 / change.factor) - 1;
  change.real = distance > std::max(kAllowed, change.noise);
  return change;
}

bool WasTimed(const RowResult* result) {
  return result != nullptr && !result->timings.empty() && result->timings[0].median_ms > 0;
}

const char* Word(const Change& change) {
  if (!change.real) return "";
  return change.factor > 1 ? "slower" : "faster";
}

}  // namespace

std::vector<Change> Changes(const Report& before, const Report& now) {
  std::vector<Change> changes;
  for (const RowResult& result : now.results) {
    const RowResult* earlier = FindResult(before, result.id, result.depth, result.threads);
    if (WasTimed(earlier) && WasTimed(&result)) changes.push_back(ChangeOf(*earlier, result));
  }
  return changes;
}

std::string MarkdownOfChanges(const std::vector<Change>& changes) {
  std::vector<Cells> lines = {
      {"since the earlier run", "bits", "threads", "ms before", "ms now", "others", "change", ""}};
  for (const Change& change : changes) {
    lines.push_back({change.title, std::to_string(change.depth), std::to_string(change.threads),
                     Milliseconds(change.before_ms), Milliseconds(change.now_ms),
                     Format("%+.0f%%", 100 * (change.machine - 1)),
                     Format("%+.0f%% ±%.0f%%", 100 * (change.factor - 1), 100 * change.noise),
                     Word(change)});
  }
  return MarkdownTable(lines);
}

}  // namespace lodestone::bench
