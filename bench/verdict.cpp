#include "bench/verdict.hpp"

#include <algorithm>
#include <cstring>

#include "bench/rows.hpp"

namespace lodestone::bench {
namespace {

constexpr double kBeatShare = 0.8;  // of the best peer's time
constexpr const char* kBeatPeersText = "0.8 x best";
constexpr double kFifthShare = 0.2;
constexpr double kMemoryShare = 0.8;  // of the measured bandwidth
constexpr double kAlphaFactor = 1.6;  // of the time without alpha
constexpr double kSpeedUp = 1.8;      // from the second thread
constexpr double kProcessMs = 60;     // a whole process, on any machine

void FindRival(const RowResult& result, Verdict& verdict) {
  auto consider = [&](const std::string& name, double ms) {
    if (ms <= 0 || (verdict.rival_ms > 0 && verdict.rival_ms <= ms)) return;
    verdict.rival = name;
    verdict.rival_ms = ms;
  };
  for (std::size_t i = 1; i < result.timings.size(); ++i) {
    consider(result.timings[i].name, result.timings[i].median_ms);
  }
  consider(kPublishedName, Published(result));
  if (verdict.rival_ms > 0) verdict.ratio = verdict.own_ms / verdict.rival_ms;
}

void FindFloor(const RowResult& result, Verdict& verdict) {
  verdict.floor_ms = std::max(result.memory_floor_ms, result.arithmetic_floor_ms);
  verdict.limit = result.memory_floor_ms >= result.arithmetic_floor_ms ? "memory" : "arithmetic";
  if (verdict.own_ms > 0) verdict.closeness = verdict.floor_ms / verdict.own_ms;
}

void SetGoal(const char* goal, double milliseconds, Verdict& verdict) {
  if (milliseconds <= 0) return;
  verdict.goal = goal;
  verdict.goal_ms = milliseconds;
}

double OwnTime(const RowResult* result) {
  return result == nullptr || result->timings.empty() ? 0 : result->timings[0].median_ms;
}

void SetRowGoal(const Row& row, const RowResult& result, const Report& report, Verdict& verdict) {
  switch (row.goal) {
    case Goal::kBeatPeers:
      SetGoal(kBeatPeersText, kBeatShare * verdict.rival_ms, verdict);
      break;
    case Goal::kFifth:
      SetGoal("a fifth of the best", kFifthShare * verdict.rival_ms, verdict);
      break;
    case Goal::kKeepUp:
      SetGoal("the best", verdict.rival_ms, verdict);
      break;
    case Goal::kMemorySpeed:
      SetGoal("memory speed", result.memory_floor_ms / kMemoryShare, verdict);
      break;
    case Goal::kNearOpaque: {
      const std::string opaque(row.id, std::strlen(row.id) - std::strlen("-alpha"));
      const double milliseconds = OwnTime(FindResult(report, opaque, result.depth, result.threads));
      SetGoal("1.6 x opaque", kAlphaFactor * milliseconds, verdict);
    }
  }
}

// More threads: 1.8 times as fast as one, or as fast as memory allows.
void SetThreadGoal(const RowResult& result, const Report& report, Verdict& verdict) {
  const double one = OwnTime(FindResult(report, result.id, result.depth, 1));
  if (one <= 0) return;
  const double faster = one / kSpeedUp, memory = result.memory_floor_ms / kMemoryShare;
  SetGoal(memory > faster ? "memory speed" : "1.8 x one thread", std::max(faster, memory), verdict);
}

// Known only for whole processes.
bool UsesLeastMemory(const RowResult& result) {
  return std::none_of(result.timings.begin(), result.timings.end(), [&](const Timing& timing) {
    return timing.peak_mib < result.timings[0].peak_mib;
  });
}

}  // namespace

double Published(const RowResult& result) {
  return std::min(result.published_ms, result.carried_over_ms);
}

const RowResult* FindResult(const Report& report, const std::string& id, unsigned depth,
                            unsigned threads) {
  const auto found =
      std::find_if(report.results.begin(), report.results.end(), [&](const RowResult& result) {
        return result.id == id && result.depth == depth && result.threads == threads;
      });
  return found == report.results.end() ? nullptr : &*found;
}

Verdict Judge(const RowResult& result, const Report& report) {
  Verdict verdict;
  verdict.own_ms = OwnTime(&result);
  FindRival(result, verdict);
  FindFloor(result, verdict);
  const auto row = std::find_if(Rows().begin(), Rows().end(),
                                [&](const Row& known) { return result.id == known.id; });
  if (result.id == kThumbnailRow) {
    SetGoal("60 ms, least memory", kProcessMs, verdict);
  } else if (row == Rows().end()) {
    SetGoal(kBeatPeersText, kBeatShare * verdict.rival_ms, verdict);
  } else if (result.threads > 1) {
    SetThreadGoal(result, report, verdict);
  } else {
    SetRowGoal(*row, result, report, verdict);
  }
  verdict.met = verdict.goal_ms > 0 && verdict.own_ms <= verdict.goal_ms && UsesLeastMemory(result);
  return verdict;
}

}  // namespace lodestone::bench
