// Two logs beside each other, work by work.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "utilities/events/compare/compare_bootstrap.hpp"
#include "utilities/events/compare/compare_side.hpp"

namespace lodestone::cli {

// Of the other log beside the base.
enum class Verdict { kFaster, kSlower, kNoDifference, kTooFewCalls };

// Differences below this share are no difference, however sure they are.
inline constexpr double kNoticeable = 0.01;

const char* VerdictName(Verdict verdict);

// The cold or the warm calls of a work.
struct TimesBeside {
  std::uint64_t base_calls = 0, other_calls = 0;
  double base_median_ns = 0, other_median_ns = 0;
  MedianRatio ratio;
  Verdict verdict = Verdict::kTooFewCalls;
};

// Absent where one of the logs has no such calls.
struct WorkBeside {
  WorkKey key;
  DoneBy base_by, other_by;
  std::optional<TimesBeside> cold, warm;
};

// After how many later calls, surely faster in the other log, what its first call took longer is
// won back; by the medians. Absent where there is nothing to win back, or no way to.
std::optional<std::uint64_t> CallsToWinBack(const WorkBeside& work);

// All works of an operation that both logs have enough calls of; their ratios count alike
// (geometric mean), whatever their sizes.
struct OperationBeside {
  std::string operation;
  std::string accelerator;  // empty unless accelerators are compared one by one
  bool warm = false;
  std::size_t works = 0;  // with enough calls
  MedianRatio ratio = {};
  Verdict verdict = Verdict::kTooFewCalls;
};

struct Comparison {
  std::vector<WorkBeside> works;
  std::vector<OperationBeside> operations;
  std::vector<WorkKey> only_in_base, only_in_other;
};

Comparison Compare(const LogSide& base, const LogSide& other);

}  // namespace lodestone::cli
