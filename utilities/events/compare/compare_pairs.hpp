// Two logs side by side, matched by operation and size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "utilities/events/compare/compare_bootstrap.hpp"
#include "utilities/events/compare/compare_side.hpp"

namespace lodestone::cli {

// The other log relative to the base.
enum class Verdict { kFaster, kSlower, kNoDifference, kTooFewCalls };

// Smaller differences do not count, however significant.
inline constexpr double kNoticeable = 0.01;

const char* VerdictName(Verdict verdict);

// The cold or the warm calls of an operation.
struct TimeComparison {
  std::uint64_t base_calls = 0, other_calls = 0;
  double base_median_ns = 0, other_median_ns = 0;
  MedianRatio ratio;
  Verdict verdict = Verdict::kTooFewCalls;
};

// Absent where one of the logs has no such calls.
struct WorkComparison {
  WorkKey key;
  DoneBy base_by, other_by;
  std::optional<TimeComparison> cold, warm;
};

// After how many later calls, significantly faster in the other log, the longer first call is paid
// back; by the medians. Absent where there is nothing to pay back, or no way to.
std::optional<std::uint64_t> CallsToBreakEven(const WorkComparison& work);

// All sizes of an operation that both logs have enough calls of; their ratios have equal weight
// (geometric mean).
struct OperationComparison {
  std::string operation;
  std::string accelerator;  // empty unless accelerators are compared one by one
  bool warm = false;
  std::size_t works = 0;  // with enough calls
  MedianRatio ratio = {};
  Verdict verdict = Verdict::kTooFewCalls;
};

struct Comparison {
  std::vector<WorkComparison> works;
  std::vector<OperationComparison> operations;
  std::vector<WorkKey> only_in_base, only_in_other;
};

Comparison Compare(const LogSide& base, const LogSide& other);

}  // namespace lodestone::cli
